// The tests in the definition: which pass, and a new one from the position on the board.

import type { TestResult } from 'weakfish';
import { element } from '../dom';
import { edited } from '../edits';
import { libraryText, told } from '../markdown';
import { plain } from '../prose';
import type { Page, Part } from '../page';
import { position } from '../store';
import { words } from '../words';

/** Writes a test into the definition; says why not, if that can't be. */
async function keep(page: Page, name: string): Promise<Node | string> {
  const { good, text } = page.store.state;
  if (!good || good.text !== text) return words.tests.mistakes;
  try {
    const edit = await page.client.asTest({ text }, position(page.store.state), name);
    if (page.store.state.text !== text) return words.tests.changed;
    page.session.setText(edited(text, [edit]));
    // Selects the new test without the empty lines around it.
    const start = edit.start + edit.text.length - edit.text.trimStart().length;
    page.store.set({ place: { start, end: start + edit.text.trim().length } });
    return '';
  } catch (refusal) {
    return told(refusal);
  }
}

/** One test in the text `of`: its name leads to its place there, and its mistakes may have a fix. */
function outcome(page: Page, of: string, { name, passed, message, start, end, diagnostics }: TestResult): Node[] {
  // In another text the places are others.
  const isOutdated = () => page.store.state.text !== of;
  const jump = () => isOutdated() || page.store.set({ place: { start, end } });
  const nodes: Node[] = [
    element('strong', {}, `${passed ? words.tests.passed : words.tests.failed}: `),
    element('button', { type: 'button', class: 'to-test', translate: 'no', onclick: jump }, name),
  ];
  if (message) nodes.push(element('pre', { lang: 'en' }, plain(message)));
  for (const { help } of diagnostics) if (help) nodes.push(element('p', { class: 'quiet' }, libraryText(help)));
  for (const { title, edits } of diagnostics.flatMap(({ mends }) => mends)) {
    const mend = () => {
      if (isOutdated()) return;
      page.session.setText(edited(of, edits));
    };
    nodes.push(element('button', { type: 'button', onclick: mend }, libraryText(title)));
  }
  return nodes;
}

export const mountTests: Part = (place, page) => {
  const summary = element('p', { role: 'status' });
  const list = element('ul', { class: 'results' });
  const name = element('input', { type: 'text', required: true, maxlength: 80, id: 'test-name', placeholder: words.tests.example });
  const refusal = element('p', { class: 'bad', role: 'alert' });
  const form = element(
    'form',
    {
      class: 'keep',
      onsubmit: async (event: Event) => {
        event.preventDefault();
        refusal.replaceChildren(await keep(page, name.value.trim() || words.tests.unnamed));
        if (!refusal.textContent) name.value = '';
      },
    },
    element('label', { for: 'test-name' }, words.tests.keep),
    element('div', { class: 'bar' }, name, element('button', { type: 'submit' }, words.tests.keepIt)),
    refusal,
  );
  place.append(summary, list, form);

  page.store.watch(['tests', 'good'], ({ tests, good }) => {
    // Results of the text before the last change stay until there are new ones.
    list.setAttribute('aria-busy', String(tests?.text !== good?.text));
    if (!tests || !good || !tests.results) {
      summary.textContent = tests ? words.tests.tooLong : words.tests.running;
      return;
    }
    const { text, results } = tests;
    const failed = results.filter(({ passed }) => !passed).length;
    const { length } = results;
    summary.textContent =
      length === 0 ? words.tests.none
      : failed === 0 ? words.tests.allPass(length)
      : `${words.tests.someFail(failed, length)}.`;
    summary.className = failed > 0 ? 'bad' : 'good';
    list.replaceChildren(
      ...results.map(result => element('li', { class: result.passed ? 'passed' : 'failed' }, ...outcome(page, text, result))),
    );
  });
};
