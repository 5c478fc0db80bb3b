// The definition and the game that the attributes of a `<weakfish-board>` ask for.

import type { Client, Definition, PositionRef, Sheet } from 'weakfish';
import { words } from '../words';

export interface Opened {
  definition: Definition;
  sheet: Sheet;
  start: PositionRef;
  /** In machine notation. */
  moves: readonly string[];
}

/** Reads the attributes. Rejects with the reason if there is no such game, position or move. */
export async function opened(host: HTMLElement, library: Client): Promise<Opened> {
  const definition = await definitionOf(host);
  const { game: sheet, diagnostics } = await library.check(definition);
  const mistake = diagnostics.find(({ severity }) => severity === 'error');
  if (!sheet) throw new Error(words.embed.mistakes(mistake?.message ?? ''));
  const text = gameText(host);
  const { setup, fen, moves, problem } = await library.replay(definition, text);
  if (problem) throw new Error(`“${text.slice(problem.start, problem.end)}”: ${problem.message}.`);
  return { definition, sheet, start: fen === undefined ? { setup } : { fen }, moves };
}

async function definitionOf(host: HTMLElement): Promise<Definition> {
  const [game, src] = [host.getAttribute('game'), host.getAttribute('src')];
  if (game !== null) return game;
  const text = src === null ? unindented(host.textContent ?? '') : await fetched(src);
  if (text.trim() === '') throw new Error(words.embed.noDefinition);
  return { text };
}

async function fetched(src: string): Promise<string> {
  const address = new URL(src, document.baseURI);
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) throw new Error(words.embed.nothingAt(address.href));
  return response.text();
}

/** A text without the blanks that all its lines begin with, as a text in HTML may. */
function unindented(text: string): string {
  const lines = text.replace(/^\s*\n/, '').trimEnd().split('\n');
  const margin = Math.min(...lines.filter(line => line.trim() !== '').map(line => line.search(/\S/)));
  return lines.map(line => line.slice(margin)).join('\n');
}

/** The attributes `setup`, `fen` and `moves` as a game text. */
function gameText(host: HTMLElement): string {
  const [setup, fen] = [host.getAttribute('setup'), host.getAttribute('fen')];
  const head = fen !== null ? `position: ${fen}\n\n` : setup !== null ? `setup: ${setup}\n\n` : '';
  return head + (host.getAttribute('moves') ?? '');
}
