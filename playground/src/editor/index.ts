// The text of the definition.

import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, undo } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { mountBook } from '../book';
import { element, entitle } from '../dom';
import type { Page, Part } from '../page';
import { sketchDialog } from '../sketch';
import { titleOf } from '../store';
import { words } from '../words';
import type { Ask } from './ask';
import { colours } from './colours';
import { complete } from './complete';
import { hover } from './hover';
import { navigate } from './navigate';
import { outline } from './outline';
import { apply, gutter, problems, reveal } from './problems';
import { replace } from './replace';
import { followTests, results } from './results';
import style from './editor.css';

async function format(ask: Ask, view: EditorView): Promise<void> {
  const { doc } = view.state;
  const edits = await ask.client.format(ask.definition(doc.toString()));
  if (view.state.doc === doc && edits.length > 0) apply(view, edits);
}

/** Returns the smallest single change from one text to another. */
function changed(before: string, after: string): { from: number; to: number; insert: string } {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from++;
  let end = 0;
  const most = Math.min(before.length, after.length) - from;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

function extensions(page: Page, ask: Ask): Extension {
  return [
    lineNumbers(),
    results(page),
    gutter,
    history(),
    drawSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    closeBrackets(),
    EditorView.lineWrapping,
    indentUnit.of('  '),
    // Comment prefix that Ctrl+/ adds and removes.
    EditorState.languageData.of(() => [{ commentTokens: { line: '//' } }]),
    EditorState.tabSize.of(2),
    EditorState.phrases.of(words.editor.phrases),
    EditorState.allowMultipleSelections.of(true),
    EditorView.contentAttributes.of({ 'aria-label': words.editor.label, spellcheck: 'false', autocapitalize: 'off', tabindex: '0' }),
    colours(ask),
    complete(ask),
    hover(ask),
    navigate(ask),
    replace,
    keymap.of([
      { key: 'Shift-Alt-f', run: view => (void format(ask, view), true) },
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...completionKeymap,
      ...lintKeymap,
    ]),
    EditorView.updateListener.of(update => {
      if (update.docChanged) page.session.setText(update.state.doc.toString());
    }),
  ];
}

export const mountEditor: Part = (place, page) => {
  const ask: Ask = {
    client: page.client,
    definition: text => ({ text }),
  };
  // The editor makes its style sheet as it runs. In a shadow root it does so without a `style` element, which the page's
  // security policy would forbid.
  const host = element('div', { class: 'editor' });
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [sheet];
  const view = new EditorView({ parent: root, root, state: EditorState.create({ extensions: extensions(page, ask) }) });

  const men = mountBook(page, {
    offsetAt: (x, y) => {
      const box = host.getBoundingClientRect();
      const isInside = x >= box.left && x < box.right && y >= box.top && y < box.bottom;
      return isInside ? view.posAtCoords({ x, y }, false) : null;
    },
    cursor: () => view.state.selection.main.head,
    undo: () => undo(view),
  });
  const title = element('h2', { class: 'title', translate: 'no' });
  const name = element('span', { class: 'file-name', translate: 'no' });
  const bar = element(
    'div',
    { class: 'bar' },
    element('div', { class: 'titles' }, title, name),
    outline(ask, () => view),
    element('button', { type: 'button', title: words.editor.drawManMore, onclick: () => sketchDialog(page) }, words.editor.drawMan),
    men.button,
    element('button', { type: 'button', title: words.editor.formatMore, onclick: () => void format(ask, view) }, words.editor.format),
  );
  const list = element('div', { class: 'problems' });
  place.append(bar, men.book, host, list);

  page.store.watch(['name', 'text'], state => {
    entitle(title, titleOf(state));
    name.textContent = state.name;
    name.hidden = state.name === title.textContent;
  });
  page.store.watch(['text', 'opened'], ({ text, opened }, before) => {
    // A new state for another game: undo must not lead back into the text of this one.
    const shown = view.state.doc.toString();
    if (opened !== before.opened) {
      // An unchanged text keeps the editor's state, such as the results of its tests.
      if (text !== shown) view.setState(EditorState.create({ doc: text, extensions: extensions(page, ask) }));
      view.scrollDOM.scrollTop = 0;
    } else if (text !== shown) view.dispatch({ changes: changed(shown, text) });
  });
  page.store.watch(['place'], ({ place }) => place && reveal(view, place.start, place.end));
  problems(page, ask, view, list);
  followTests(page, view);
};
