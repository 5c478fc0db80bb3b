// The page as one HTML file, which needs neither a server nor a network.

import { words } from '../words';
import type { Shared } from './pack';

/** In the one file, elements with these ids hold the programs that are otherwise loaded, and the work to open first. */
const OPENED = 'opened';
const WORKER = 'worker-program';
const RULES = 'rules-program';
const PLAYER = 'player-program';
const WEIGHTS = 'weights';

const data = (id: string): string | undefined => document.getElementById(id)?.textContent ?? undefined;

export const isOneFile = data(RULES) !== undefined;

/** The unchanged page, if it is one file: saving writes this again. */
const pristine = isOneFile ? `<!doctype html>\n${document.documentElement.outerHTML}\n` : undefined;

/** Data that the file was saved with. */
export function embedded(): Shared | null {
  return isOneFile ? (JSON.parse(data(OPENED) ?? 'null') as Shared | null) : null;
}

interface Programs {
  program: string;
  rules: Response;
  player: Response;
  weights: (name: string) => Promise<Response>;
}

/** The worker's program, the modules of the library and the weights of games, from inside of the file. */
export function programs(): Programs {
  const program = URL.createObjectURL(new Blob([data(WORKER) ?? ''], { type: 'text/javascript' }));
  const weights = async (name: string) => new Response(((await unpacked(WEIGHTS).json()) as Record<string, string>)[name]);
  return { program, rules: unpacked(RULES), player: unpacked(PLAYER), weights };
}

function unpacked(id: string): Response {
  const packed = Uint8Array.from(atob(data(id) ?? ''), letter => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream, { headers: { 'content-type': 'application/wasm' } });
}

/** The one file, with a definition and a game in it. */
export async function oneFile(what: Shared): Promise<string> {
  const template = pristine ?? (await (await fetch('offline.html')).text());
  // In a script's text only `<` can end it or change how it is read.
  const json = JSON.stringify(what).replaceAll('<', '\\u003c');
  const place = /(<script type="application\/json" id="opened">)[^<]*(<\/script>)/;
  if (!place.test(template)) throw new Error(words.share.incomplete);
  return template.replace(place, (_, before: string, after: string) => before + json + after);
}
