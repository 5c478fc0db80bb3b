// Variations, comments and signs in PGN, around the main line that the library reads and writes.
//
// Pure. A text is split into words; moves are recognized by their form.

import { GLYPHS, pathKey, treeOf, type Lines, type Moves, type Node, type Note, type Notes } from '../tree';

/** A part of the moves of a PGN text. */
type Part = { is: 'word' | 'comment'; text: string } | { is: 'variation'; parts: Part[] };

/** Maximum depth of variations in variations; what is deeper is read as a part of the one around it. */
const MAX_DEPTH = 50;

/** Tags, and the moves behind them. */
function split(text: string): { tags: string; moves: string } {
  const tags = /^(?:\s*\[[^\]\n]*\][ \t]*(?:\n|$))*/.exec(text)![0];
  return { tags, moves: text.slice(tags.length) };
}

/** Takes the moves apart. A parenthesis within a word belongs to a move. */
function parse(text: string): Part[] {
  const stack: Part[][] = [[]];
  const token = /\{([^}]*)\}|;([^\n]*)|\((?=\s*[^\s)])|\)|[^\s{};()]+(?:\([^\s()]*\)[^\s{};()]*)*/gy;
  let at = 0;
  while (at < text.length) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (!found) {
      at++;
      continue;
    }
    at = token.lastIndex;
    const [all, braces, line] = found;
    const top = stack.at(-1)!;
    if (braces !== undefined || line !== undefined) top.push({ is: 'comment', text: (braces ?? line!).replace(/\s+/g, ' ').trim() });
    else if (all === '(') {
      if (stack.length > MAX_DEPTH) continue;
      const parts: Part[] = [];
      top.push({ is: 'variation', parts });
      stack.push(parts);
    } else if (all === ')') {
      if (stack.length > 1) stack.pop();
    } else top.push({ is: 'word', text: all });
  }
  return stack[0]!;
}

const NUMBER = /^\d+\.*$|^\.+$/;
const RESULT = /^(?:1-0|0-1|1\/2-1\/2|½-½|\*)$/;
const NAG = /^\$(\d+)$/;

/** A move without its number, and its sign. */
function moveIn(word: string): { text: string; glyph?: string } | null {
  if (NUMBER.test(word) || RESULT.test(word) || NAG.test(word)) return null;
  const text = word.replace(/^\d+\.+/, '');
  const glyph = GLYPHS.find(([one]) => text.endsWith(one) && !/[!?]/.test(text.slice(0, -one.length)))?.[0];
  return text === '' ? null : { text: glyph ? text.slice(0, -glyph.length) : text, glyph };
}

/** A line of a PGN text as a text of its own, with remarks by the number of their move, from 1. */
export interface ReadLine {
  text: string;
  /** Number of moves. */
  count: number;
  notes: ReadonlyMap<number, Note>;
}

/** The lines of a PGN text, the main one first. Each is a text that the library reads. */
export function linesOf(text: string): ReadLine[] {
  const { tags, moves } = split(text);
  const lines: ReadLine[] = [];
  const walk = (parts: readonly Part[], before: readonly string[]) => {
    const words = [...before];
    const notes = new Map<number, Note>();
    const variations: { parts: Part[]; before: string[] }[] = [];
    const add = (note: Note) => {
      const old = notes.get(words.length) ?? {};
      const comment = [old.comment, note.comment].filter(Boolean).join(' ') || undefined;
      notes.set(words.length, { comment, glyph: note.glyph ?? old.glyph });
    };
    for (const part of parts) {
      if (part.is === 'variation') variations.push({ parts: part.parts, before: words.slice(0, -1) });
      else if (part.is === 'comment') part.text && words.length > before.length && add({ comment: part.text });
      else {
        const nag = NAG.exec(part.text)?.[1];
        const sign = GLYPHS.find(([, number]) => String(number) === nag)?.[0];
        if (sign && words.length > before.length) add({ glyph: sign });
        const move = moveIn(part.text);
        if (!move) continue;
        words.push(move.text);
        if (move.glyph) add({ glyph: move.glyph });
      }
    }
    lines.push({ text: `${tags}\n${words.join(' ')}`, count: words.length, notes });
    for (const { parts, before } of variations) walk(parts, before);
  };
  walk(parse(moves), []);
  return lines;
}

/** Whether a PGN text has more than a main line. */
export function hasRemarks(text: string): boolean {
  const [main, ...others] = linesOf(text);
  return others.length > 0 || main!.notes.size > 0;
}

/** The moves of a line as the library has written them; `null` if they are not one word each. */
export function wordsOf(pgn: string, line: Moves): string[] | null {
  const words = parse(split(pgn).moves).flatMap(part => (part.is === 'word' ? [part.text] : []));
  const moves = words.flatMap(word => (moveIn(word) ? [word.replace(/^\d+\.+/, '')] : []));
  return moves.length === line.length ? moves : null;
}

/** A move to write. */
export interface MoveText {
  text: string;
  /** Number of the round; 0 if it isn't known. */
  round: number;
  isFirst: boolean;
  opens: boolean;
}

/** A PGN text of all lines. `pgn` is that of the main line, whose tags and result stay. */
export function withVariations(pgn: string, lines: Lines, notes: Notes, write: (path: Moves) => MoveText): string {
  const { tags, moves } = split(pgn);
  const result = parse(moves).findLast(part => part.is === 'word' && RESULT.test(part.text));
  const words: string[] = [];
  const put = (node: Node, numbered: boolean): boolean => {
    const { text, round, isFirst, opens } = write(node.path);
    if (round > 0 && ((opens && isFirst) || !numbered)) words.push(`${round}${isFirst ? '.' : '...'}`);
    words.push(text);
    const { glyph, comment } = notes[pathKey(node.path)] ?? {};
    const nag = GLYPHS.find(([one]) => one === glyph)?.[1];
    if (nag) words.push(`$${nag}`);
    if (comment) words.push(`{${comment.replace(/[{}]/g, '')}}`);
    return !comment;
  };
  const walk = (siblings: readonly Node[]) => {
    let [node, ...others]: Node[] = [...siblings];
    let numbered = false;
    while (node) {
      numbered = put(node, numbered);
      for (const other of others) {
        words.push('(');
        walk([other]);
        words.push(')');
        numbered = false;
      }
      [node, ...others] = node.children;
    }
  };
  walk(treeOf(lines));
  if (result && result.is === 'word') words.push(result.text);
  return `${tags}${tags.endsWith('\n\n') ? '' : '\n'}${wrapped(words)}\n`;
}

/** Words in lines of at most 80 letters, as PGN wants them. */
function wrapped(words: readonly string[]): string {
  const text = words.join(' ').replace(/\( /g, '(').replace(/ \)/g, ')');
  return text.replace(/(?![^\n]{1,80}$)([^\n]{1,80})\s/g, '$1\n');
}
