// Setups as a definition draws them, from the placement of a FEN.
//
// Pure. Whether the text makes a game is for the library to say.

/** Cells of a rank from the left: a man with its state, `.`, or `*` for a hole. */
export type Row = readonly string[];

/** The ranks of a placement from the far one down, and the men in hand. */
export function rowsOf(fen: string): { rows: Row[]; hand: string } {
  const [placement = ''] = fen.split(' ');
  const hand = /\[([^\]]*)\]/.exec(placement)?.[1]?.replace('-', '') ?? '';
  const rows = placement
    .replace(/\[[^\]]*\]/, '')
    .split('/')
    .map(rank =>
      [...rank.matchAll(/(\d+)|\*|\+?[A-Za-z]'?~?(?:\{[^}]*\})?/g)].flatMap(([cell, empty]) =>
        empty === undefined ? [cell.replace('~', '')] : Array.from({ length: Number(empty) }, () => '.'),
      ),
    );
  return { rows, hand };
}

/** Men in hand as a line of a setup has them: `2 P N`. */
function handLine(hand: string): string {
  const counts = new Map<string, number>();
  for (const [man] of hand.matchAll(/\+?[A-Za-z]'?/g)) counts.set(man, (counts.get(man) ?? 0) + 1);
  return [...counts].map(([man, count]) => (count === 1 ? man : `${count} ${man}`)).join(' ');
}

/** As many cells as wanted, with empty ones around them or empty ones cut off; `null` if men would be lost. */
function centred(row: Row, width: number): Row | null {
  const left = Math.floor(Math.abs(width - row.length) / 2);
  const right = Math.abs(width - row.length) - left;
  const empty = (count: number): Row => Array.from({ length: count }, () => '.');
  if (width >= row.length) return [...empty(left), ...row, ...empty(right)];
  const cut = row.slice(left, row.length - right);
  return [...row.slice(0, left), ...row.slice(row.length - right)].every(cell => cell === '.') ? cut : null;
}

/**
 * The rows on a board of another size: the men stay in the middle of their ranks and as far from the edge behind them. `null` if
 * they have no room.
 */
export function resized(rows: readonly Row[], files: number, ranks: number): Row[] | null {
  const wide = rows.map(row => centred(row, files));
  if (!wide.every(row => row !== null)) return null;
  const isEmpty = (row: Row) => row.every(cell => cell === '.');
  const middle = Math.ceil(wide.length / 2);
  const all = [...wide];
  while (all.length < ranks) all.splice(middle, 0, Array.from({ length: files }, () => '.'));
  while (all.length > ranks) {
    const spare = all.findIndex((row, at) => isEmpty(row) && at >= Math.floor(all.length / 2) - 1);
    if (spare < 0) return null;
    all.splice(spare, 1);
  }
  return all;
}

/** The rows and the hand as lines of a setup, in columns. */
function drawn(rows: readonly Row[], hand: string): string {
  const columns = Math.max(...rows.map(row => row.length));
  const widths = Array.from({ length: columns }, (_, at) => Math.max(...rows.map(row => row[at]?.length ?? 0)));
  const lines = rows.map(row => `  ${row.map((cell, at) => (at < row.length - 1 ? cell.padEnd(widths[at]!) : cell)).join(' ')}`);
  const held = handLine(hand);
  return [...lines, ...(held ? [`  hand: ${held}`] : [])].join('\n');
}

/** A row of a drawn board. */
const ROW = /^[ \t]+(?!\S+[^\n]*:)(?:\S+[ \t]*)+$/;

/**
 * A text with a setup: in the place of the drawn one with that name, whose other lines stay, or at its end. `range` is where it
 * stands then.
 */
export function withSetup(text: string, name: string, rows: readonly Row[], hand = ''): { text: string; start: number; end: number } {
  const board = drawn(rows, hand);
  const lines = text.split('\n');
  const head = lines.findIndex(line => new RegExp(`^setup[ \\t]+${name.replace(/[^\w-]/g, '')}[ \\t]*(?://.*)?$`).test(line));
  if (head >= 0) {
    let end = head + 1;
    const kept: string[] = [];
    while (end < lines.length && /^[ \t]+\S|^[ \t]*\/\//.test(lines[end]!)) {
      const line = lines[end]!;
      // States of men are drawn with them, so lines about facings would contradict the drawing.
      if (!ROW.test(line) && !/^[ \t]*(?:hand|facing)\b/.test(line)) kept.push(line);
      end++;
    }
    const put = [lines[head]!, board, ...kept].join('\n');
    const start = lines.slice(0, head).join('\n').length + (head > 0 ? 1 : 0);
    return { text: [...lines.slice(0, head), put, ...lines.slice(end)].join('\n'), start, end: start + put.length };
  }
  const before = text === '' ? '' : `${text.trimEnd()}\n\n`;
  const put = `setup ${name}\n${board}\n`;
  return { text: before + put, start: before.length, end: before.length + put.length - 1 };
}
