// All mends at once: what the library is certain of is corrected round by round, and shown before it is written.

import type { Client, Diagnostic, Edit } from 'weakfish';
import { dialog } from '../dialog';
import { element } from '../dom';
import { edited } from '../edits';
import { words } from '../words';

/** Maximum number of rounds: a mend may show a mistake that was hidden before. */
const MAX_ROUNDS = 12;

/** The diagnostics of a text with a mend that is certain. */
export function mendable(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ file, mends }) => file === undefined && mends.length === 1 && mends[0]!.certain);
}

/** Edits that can be made together: of mends that touch the same words, the first. */
function together(diagnostics: readonly Diagnostic[]): { edits: Edit[]; count: number } {
  const edits: Edit[] = [];
  let count = 0;
  for (const { mends } of mendable(diagnostics)) {
    const own = mends[0]!.edits;
    const touches = own.some(one => edits.some(other => one.start <= other.end && other.start <= one.end));
    if (touches) continue;
    edits.push(...own);
    count++;
  }
  return { edits, count };
}

/** The text with all mends, and how many were made. A round that makes more mistakes of what it mends is left out. */
export async function mendAll(client: Client, text: string): Promise<{ text: string; count: number }> {
  let best = { text, count: 0 };
  let errors = Infinity;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { diagnostics } = await client.check({ text: best.text });
    const now = diagnostics.filter(({ severity }) => severity === 'error').length;
    const { edits, count } = together(diagnostics);
    if (count === 0 || (round > 2 && now > errors)) break;
    errors = now;
    best = { text: edited(best.text, edits), count: best.count + count };
  }
  return best;
}

/** Lines of two texts side by side: the same, taken out, or put in. */
export function lineDiff(before: string, after: string): { sign: ' ' | '-' | '+'; text: string }[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const [a, b] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  // Lengths of the longest common parts of what follows.
  const longest = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i]![j] = a[i] === b[j] ? longest[i + 1]![j + 1]! + 1 : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!);
    }
  }
  const middle: { sign: ' ' | '-' | '+'; text: string }[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      middle.push({ sign: ' ', text: a[i++]! });
      j++;
    } else if (j >= b.length || (i < a.length && longest[i + 1]![j]! >= longest[i]![j + 1]!)) middle.push({ sign: '-', text: a[i++]! });
    else middle.push({ sign: '+', text: b[j++]! });
  }
  const same = (text: string) => ({ sign: ' ' as const, text });
  return [...old.slice(0, start).map(same), ...middle, ...old.slice(old.length - end).map(same)];
}

/** Lines of the text around a change that are shown with it. */
const CONTEXT = 1;

/** Shows what all mends would change, and writes it if that is wanted. */
export function mendDialog(before: string, { text, count }: { text: string; count: number }, write: (text: string) => void): void {
  const lines = lineDiff(before, text);
  const isNear = (at: number) => lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ sign }) => sign !== ' ');
  const shown = lines.flatMap((line, at) => {
    if (!isNear(at)) return [];
    const gap = at > 0 && !isNear(at - 1) ? [element('div', { class: 'diff-gap' }, '…')] : [];
    const name = { '-': 'removed', '+': 'added', ' ': 'same' }[line.sign];
    return [...gap, element('div', { class: `diff-${name}` }, `${line.sign} ${line.text}`)];
  });
  const window = dialog(
    words.editor.mendAll,
    element('p', {}, words.editor.mends(count)),
    element('pre', { class: 'diff', tabindex: 0, 'aria-label': words.editor.changes }, ...shown),
    element(
      'div',
      { class: 'bar' },
      element('button', { type: 'button', class: 'main', onclick: () => (write(text), window.close()) }, words.editor.write),
      element('button', { type: 'button', onclick: () => window.close() }, words.editor.leave),
    ),
  );
}
