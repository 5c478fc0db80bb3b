// Diagnostics: under the words that they are about, with their fixes, and as a list below the text.

import { lintGutter, setDiagnostics, type Diagnostic as Mark } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import type { Diagnostic, Edit, TestResult } from 'weakfish';
import { resized, rowsOf, withSetup } from '../arrange/setup';
import { element } from '../dom';
import { leadTo } from '../layout';
import { libraryText, markdown } from '../markdown';
import type { Page } from '../page';
import { language, words } from '../words';
import type { Ask } from './ask';
import { mendable, mendAll, mendDialog } from './mendall';

/** Makes edits that the library gave, all at once; they can be undone at once, too. */
export function apply(view: EditorView, edits: readonly Edit[]): void {
  const length = view.state.doc.length;
  const changes = edits
    .filter(({ start, end }) => start <= end && end <= length)
    .map(({ start, end, text }) => ({ from: start, to: end, insert: text }));
  view.dispatch({ changes, userEvent: 'input.mend', scrollIntoView: true });
  view.focus();
}

/** Puts the cursor at a place and shows it. */
export function reveal(view: EditorView, start: number, end = start): void {
  const length = view.state.doc.length;
  view.dispatch({
    selection: { anchor: Math.min(start, length), head: Math.min(end, length) },
    effects: EditorView.scrollIntoView(Math.min(start, length), { y: 'center' }),
  });
  view.focus();
}

/** Places of a diagnostic in this text; one without any is about the whole. */
function places({ labels, file }: Diagnostic): { start: number; end: number; text: string }[] {
  return file === undefined && labels.length > 0 ? labels : [{ start: 0, end: 0, text: '' }];
}

function marks(view: EditorView, diagnostics: readonly Diagnostic[]): Mark[] {
  const length = view.state.doc.length;
  return diagnostics
    .map((diagnostic): Mark => {
      const [{ start, end } = { start: 0, end: 0 }] = places(diagnostic);
      return {
        from: Math.min(start, length),
        to: Math.min(end, length),
        severity: diagnostic.severity === 'note' ? 'info' : diagnostic.severity,
        message: diagnostic.message,
        renderMessage: () => {
          const dom = element('div', {}, element('p', {}, libraryText(diagnostic.message)));
          const own = diagnostic.labels[0]?.text;
          if (own) dom.append(element('p', { class: 'quiet' }, libraryText(own)));
          if (diagnostic.help) dom.append(helpText(diagnostic.help));
          return dom;
        },
        actions: diagnostic.mends.map(({ title, edits }) => ({ name: title.replaceAll('`', ''), apply: view => apply(view, edits) })),
      };
    })
    .sort((one, other) => one.from - other.from || one.to - other.to);
}

/** Follows the library's diagnostics of the text. */
export function problems(page: Page, ask: Ask, view: EditorView, list: HTMLElement): void {
  const heading = element('p', { role: 'status' });
  const items = element('ol');
  const all = element('button', { type: 'button', class: 'mend-all', onclick: () => void mend() });
  // Preview first: many changes at once are hard to see in the text.
  const mend = async () => {
    const before = view.state.doc.toString();
    const mended = await mendAll(ask.client, before);
    if (view.state.doc.toString() !== before) return;
    mendDialog(before, mended, text => apply(view, [{ start: 0, end: before.length, text }]));
  };
  list.append(heading, all, items);
  const isOfText = (text: string | null | undefined) => text === view.state.doc.toString();
  page.store.watch(['checked', 'text', 'tests'], ({ checked, checkedText, tests }, before) => {
    if (!checked || !isOfText(checkedText)) return;
    const results = tests && isOfText(tests.text) ? tests.results : null;
    summarize(page, heading, checked.diagnostics, results ?? []);
    if (checked === before.checked && before.checkedText === checkedText && before.text === checkedText && items.hasChildNodes()) return;
    view.dispatch(setDiagnostics(view.state, marks(view, checked.diagnostics)));
    const { length } = mendable(checked.diagnostics);
    all.hidden = length < 2;
    all.textContent = words.editor.mendAllOf(length);
    items.replaceChildren(
      ...checked.diagnostics.map(diagnostic => element('li', { class: diagnostic.severity }, ...problem(page, view, ask, diagnostic))),
    );
  });
}

/** Summary in a sentence: the mistakes of the text, and the results of its tests. */
function summarize(page: Page, heading: HTMLElement, diagnostics: readonly Diagnostic[], tests: readonly TestResult[]): void {
  const wrong = diagnostics.some(({ severity }) => severity === 'error');
  const failed = tests.filter(({ passed }) => !passed).length;
  heading.className = wrong || failed > 0 ? 'bad' : 'quiet';
  const mistakes = summary(diagnostics);
  if (failed === 0) {
    heading.textContent = `${mistakes}.${wrong ? boardWords(page) : ''}`;
    return;
  }
  const link = element('button', { type: 'button', class: 'to-tests', onclick: () => leadTo('test', page) }, words.tests.someFail(failed, tests.length));
  heading.replaceChildren(`${mistakes}; `, link, '.');
}

/** Note on which game the board shows while the text has errors. */
function boardWords({ store }: Page): string {
  const { good } = store.state;
  return ` ${good ? words.app.outdated(good.sheet.title) : words.editor.boardless}`;
}

function summary(diagnostics: readonly Diagnostic[]): string {
  const counts = (['error', 'warning', 'note'] as const).flatMap(severity => {
    const { length } = diagnostics.filter(one => one.severity === severity);
    return length === 0 ? [] : [words.editor.counts[severity](length)];
  });
  return counts.length === 0 ? words.editor.noMistakes : counts.join(', ');
}

/** The help of a diagnostic, which begins with a word of the page. */
function helpText(help: string): HTMLElement {
  const made = element('div', { class: 'help', lang: 'en' }, markdown(help));
  (made.firstElementChild ?? made).prepend(element('span', { lang: language }, words.editor.help));
  return made;
}

/** One diagnostic in the list. */
function problem(page: Page, view: EditorView, ask: Ask, diagnostic: Diagnostic): Node[] {
  const { message, help, mends, code, severity, file } = diagnostic;
  const line = (at: number) => view.state.doc.lineAt(Math.min(at, view.state.doc.length)).number;
  const nodes: Node[] = [];
  const [first, ...rest] = places(diagnostic);
  const where = file === undefined && first ? words.editor.line(line(first.start)) : (file ?? '');
  const jump = element(
    'button',
    { type: 'button', class: 'jump', onclick: () => first && reveal(view, first.start, first.end) },
    element('strong', {}, `${words.editor.severity[severity]}, ${where}: `),
    libraryText(message),
  );
  nodes.push(jump);
  for (const { start, end, text } of rest) {
    nodes.push(
      element('button', { type: 'button', class: 'jump quiet', onclick: () => reveal(view, start, end) }, `${words.editor.line(line(start))}: `, libraryText(text)),
    );
  }
  if (help) nodes.push(helpText(help));
  for (const { title, edits } of mends) {
    nodes.push(element('button', { type: 'button', class: 'mend', onclick: () => apply(view, edits) }, libraryText(title)));
  }
  if (OTHER_BOARD.has(code)) nodes.push(drawing(page, view));
  nodes.push(why(ask, code));
  return nodes;
}

/** Codes of diagnostics about a setup for a board of another size. */
const OTHER_BOARD: ReadonlySet<string> = new Set(['check::inherited-setup']);

/** A button that draws the setup of the game before on the board of the text. */
function drawing(page: Page, view: EditorView): HTMLElement {
  const text = view.state.doc.toString();
  const size = /^board:[ \t]*(\d+)[ \t]*x[ \t]*(\d+)/m.exec(text);
  const base = /^game[^\n]*\bextends[ \t]+([\w-]+)/m.exec(text)?.[1];
  const title = words.editor.drawSetup(size ? `${size[1]}x${size[2]}` : '');
  const draw = async () => {
    const { good } = page.store.state;
    const game = good ? { text: good.text } : base;
    if (!size || game === undefined) return;
    const { fen } = await page.client.view(game, {});
    const { rows, hand } = rowsOf(fen);
    const board = resized(rows, Number(size[1]), Number(size[2]));
    if (!board) return void page.store.set({ notice: words.editor.noRoom });
    const name = good?.sheet.setups[0]?.name ?? 'standard';
    const written = withSetup(text, name, board, hand);
    if (view.state.doc.toString() !== text) return;
    apply(view, [{ start: 0, end: text.length, text: written.text }]);
    reveal(view, written.start, written.end);
  };
  return element('button', { type: 'button', class: 'mend', onclick: () => void draw() }, title);
}

/** The explanation of a diagnostic, asked for when it is opened. */
function why(ask: Ask, code: string): HTMLElement {
  const details = element('details', { class: 'why' }, element('summary', {}, words.editor.why(code)));
  details.addEventListener(
    'toggle',
    async () => details.append(element('div', { lang: 'en' }, markdown(await ask.client.explain(code)))),
    { once: true },
  );
  return details;
}

export const gutter = lintGutter();
