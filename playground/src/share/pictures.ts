// Pictures of the board to save: as the library draws it, as pixels, and the whole game moving.

import { showsCharacters } from '../figures';
import type { Page } from '../page';
import { position } from '../store';
import { words } from '../words';
import { Gif } from './gif';

/** Pixels for each unit of a drawing: sharp on screens with fine pixels. */
const SCALE = 2;
/** Width of a moving picture in pixels, at most. */
const MAX_WIDTH = 480;
/** How long a position is shown, and the last one, in hundredths of a second. */
const DELAY = 80;
const LAST_DELAY = 300;
/** Most moves of a moving picture. */
const MAX_MOVES = 400;

/** The position on the board as SVG. */
export async function svg({ store, client }: Page): Promise<string> {
  const { good } = store.state;
  if (!good) throw new Error(words.share.noBoard);
  return client.draw({ text: good.text }, position(store.state), showsCharacters());
}

async function drawn(svg: string, scale: (width: number) => number): Promise<HTMLCanvasElement> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const by = scale(image.naturalWidth);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.naturalWidth * by);
    canvas.height = Math.round(image.naturalHeight * by);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error(words.share.noPixels);
    // Formats without transparency would show black.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The position on the board as PNG. */
export async function png(page: Page): Promise<Blob> {
  const canvas = await drawn(await svg(page), () => SCALE);
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error(words.share.noPng))), 'image/png');
  });
}

/** The game up to the position on the board as a moving GIF; `null` if the signal ends it. */
export async function gif({ store, client }: Page, progress: (done: number, all: number) => void, signal: AbortSignal): Promise<Blob | null> {
  const { good } = store.state;
  const { moves = [], ...start } = position(store.state);
  if (!good || moves.length === 0) throw new Error(words.share.noMove);
  if (moves.length > MAX_MOVES) throw new Error(words.share.tooManyMoves(MAX_MOVES));
  const frame = async (ply: number): Promise<ImageData> => {
    const picture = await client.draw({ text: good.text }, { ...start, moves: moves.slice(0, ply) }, showsCharacters());
    const canvas = await drawn(picture, width => Math.min(1, MAX_WIDTH / width));
    return canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  };
  const last = await frame(moves.length);
  const first = await frame(0);
  const made = new Gif([first, last]);
  for (let ply = 0; ply <= moves.length; ply++) {
    if (signal.aborted) return null;
    made.add(ply === 0 ? first : ply === moves.length ? last : await frame(ply), ply === moves.length ? LAST_DELAY : DELAY);
    progress(ply, moves.length);
  }
  return new Blob([made.finish()], { type: 'image/gif' });
}
