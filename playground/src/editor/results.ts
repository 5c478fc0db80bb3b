// In the margin: whether the tests of the definition pass.

import { RangeSet, StateEffect, StateField } from '@codemirror/state';
import { GutterMarker, gutter, type EditorView } from '@codemirror/view';
import { leadTo } from '../layout';
import { plain } from '../prose';
import type { Page } from '../page';
import { words } from '../words';
import type { TestResult } from 'weakfish';

class Mark extends GutterMarker {
  constructor(
    readonly passed: boolean,
    readonly title: string,
  ) {
    super();
  }
  override eq(other: Mark) {
    return this.passed === other.passed && this.title === other.title;
  }
  override toDOM() {
    const dom = document.createElement('span');
    dom.className = this.passed ? 'passed' : 'failed';
    dom.textContent = this.passed ? '✓' : '✗';
    dom.title = this.title;
    return dom;
  }
}

const setMarks = StateEffect.define<RangeSet<Mark>>();
const field = StateField.define<RangeSet<Mark>>({
  create: () => RangeSet.empty,
  update(marks, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return effect.value;
    return marks.map(transaction.changes);
  },
});

export function results(page: Page) {
  return [
    field,
    gutter({
      class: 'tests',
      markers: view => view.state.field(field),
      domEventHandlers: {
        click(view, { from }) {
          let marked = false;
          view.state.field(field).between(from, from, () => void (marked = true));
          if (marked) leadTo('test', page);
          return marked;
        },
      },
    }),
  ];
}

export function followTests(page: Page, view: EditorView): void {
  page.store.watch(['tests'], ({ tests }) => {
    const { doc } = view.state;
    if (!tests?.results || tests.text !== doc.toString()) return;
    const mark = ({ start, passed, name, message }: TestResult) =>
      new Mark(passed, passed ? words.editor.passes(name) : words.editor.fails(name) + plain(message ?? '')).range(doc.lineAt(Math.min(start, doc.length)).from);
    view.dispatch({ effects: setMarks.of(RangeSet.of(tests.results.map(mark), true)) });
  });
}
