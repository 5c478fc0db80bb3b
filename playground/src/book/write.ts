// Men of the book as changes of a text. The library judges each change before it is made.

import type { BookMan } from 'book';
import type { Page } from '../page';
import type { Side } from '../play/game';
import { rowsOf, withSetup } from '../arrange/setup';
import { withMan } from '../sketch/leaps';
import { words } from '../words';
import { lineOf, sameIn } from './men';

/** A text with a man in it. `start` and `end` are the place of the change. */
interface Written {
  text: string;
  start: number;
  end: number;
}

/** A text with a man's line: after the line at `offset` if that is in the section `men`, else in that section. */
export function withManAt(text: string, line: string, offset: number): Written {
  const end = text.indexOf('\n', offset);
  const before = text.slice(0, end < 0 ? text.length : end);
  const heading = [...before.matchAll(/^\S.*$/gm)].map(([line]) => line).filter(line => !line.startsWith('//')).at(-1);
  if (!heading || !/^men[ \t]*(\/\/.*)?$/.test(heading)) return withMan(text, line);
  const at = before.trimEnd().length;
  const put = `  ${line}`;
  return { text: `${text.slice(0, at)}\n${put}${text.slice(at)}`, start: at + 1, end: at + 1 + put.length };
}

/** Writes the line of a man. Returns what has been done, in words; rejects with the reason if it can't be. */
export async function writeMan(page: Page, man: BookMan, offset: number): Promise<string> {
  const { text, sheet } = await sound(page);
  const there = sameIn(sheet, man);
  if (there) throw new Error(words.book.known(there.name, there.white));
  const { line } = newLine(man, page);
  const written = withManAt(text, line, offset);
  await make(page, text, written);
  page.store.set({ place: { start: written.start, end: written.end } });
  return words.book.written(line);
}

/** Puts a man on squares of the setup on the board, with its line if that is missing: one change of the text. */
export async function putMan(page: Page, man: BookMan, square: string, sides: readonly Side[]): Promise<string> {
  const { text, sheet } = await sound(page);
  const there = sameIn(sheet, man);
  const { line, letter } = there ? { line: '', letter: there.white } : newLine(man, page);
  const withLine = there ? text : withMan(text, line).text;
  const name = page.store.state.line.setup?.split(' ')[0] ?? sheet.setups[0]?.name ?? 'standard';
  const { fen } = await page.client.view({ text: withLine }, { setup: name });
  const { rows, hand } = rowsOf(fen);
  const board = rows.map(row => [...row]);
  const [file, rank] = [square.charCodeAt(0) - 'a'.charCodeAt(0), Number(square.slice(1)) - 1];
  for (const side of sides) {
    // Both sides have it in the same file, as far from their edge.
    const row = board[sides.length === 2 && side === 'black' ? rank : board.length - 1 - rank];
    if (row?.[file] === undefined || row[file] === '*') throw new Error(words.book.noSquare(square));
    row[file] = side === 'white' ? letter : letter.toLowerCase();
  }
  await make(page, text, withSetup(withLine, name, board, hand));
  return words.book.put(man.names[0] ?? '', square, name);
}

/** The text and its game, once the library has judged the last change; rejects if the text has mistakes. */
async function sound({ session, store }: Page) {
  await session.settled();
  const { good, text } = store.state;
  if (!good || good.text !== text) throw new Error(words.app.mistakes);
  return good;
}

function newLine(man: BookMan, page: Page): { line: string; letter: string } {
  const made = lineOf(man, page.store.state.good!.sheet);
  if (!made) throw new Error(words.book.noLetter);
  return made;
}

async function make({ client, session, store }: Page, before: string, { text }: Written): Promise<void> {
  const { diagnostics } = await client.check({ text });
  const mistake = diagnostics.find(({ severity }) => severity === 'error');
  if (mistake) throw new Error(words.book.refused(mistake.message));
  if (store.state.text === before) session.setText(text);
}
