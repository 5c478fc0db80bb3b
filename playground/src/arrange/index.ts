// The panel to arrange a position: the men to choose from, the side to move, texts, and problems.

import { Figures, spoken } from '../board';
import { element } from '../dom';
import { drawingsOf, onFigures } from '../figures';
import { libraryText, told } from '../markdown';
import type { Page, Part } from '../page';
import { words } from '../words';
import { arranging } from './arranging';
import { rowsOf, withSetup } from './setup';
import { placed, statesOf, unitsOf, type Side, type Unit } from './draft';

export const mountArrange: Part = (place, page) => {
  place.classList.add('arrange');
  place.append(palette(page), sides(page), starts(page), fenField(page), verdict(page), writing(page));
};

/** All men of both sides, and the states of the one that is chosen. */
function palette(page: Page): HTMLElement {
  const draft = arranging(page);
  const figures = new Figures();
  const tools = element('div', { class: 'bar', role: 'group', 'aria-label': words.arrange.tools });
  const men = element('div', { class: 'palette' });
  const states = element('div', { class: 'palette-states', role: 'group', 'aria-label': words.arrange.states });
  const button = (title: string, tool: 'hand' | 'remove') =>
    element('button', { type: 'button', 'data-tool': tool, onclick: () => draft.store.set({ tool }) }, title);
  tools.append(button(words.arrange.move, 'hand'), button(words.arrange.remove, 'remove'));
  const figure = (unit: Unit, chosen: boolean): HTMLElement | null => {
    const { sheet } = page.store.state.good!;
    const man = placed(sheet, '', unit, draft.crowned);
    if (!man) return null;
    const made = element('button', {
      type: 'button',
      class: 'palette-man',
      'aria-label': spoken(man),
      title: spoken(man),
      'aria-pressed': chosen,
      'data-man': `${unit.side} ${unit.man}`,
      onclick: () => draft.store.set({ tool: unit }),
    });
    made.setAttribute('aria-pressed', String(chosen));
    made.append(figures.picture(man, false));
    dragOut(made, unit, page);
    return made;
  };
  const build = () => {
    const { good } = page.store.state;
    if (!good) return;
    const { sheet } = good;
    const { tool } = draft.store.state;
    figures.update(drawingsOf(sheet));
    for (const one of tools.querySelectorAll('button')) one.setAttribute('aria-pressed', String(one.dataset['tool'] === tool));
    const unit = typeof tool === 'string' || 'put' in tool ? null : tool;
    const isTool = (one: Unit) => unit !== null && one.side === unit.side && one.man === unit.man;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['man'] : undefined;
    men.replaceChildren(
      ...(['white', 'black'] as const).map(side =>
        element(
          'div',
          { class: 'palette-side', role: 'group', 'aria-label': words.arrange.men(words.sides[side]) },
          ...unitsOf(sheet, side).map(one => figure(isTool(one) ? unit! : one, isTool(one))),
        ),
      ),
    );
    const man = unit && sheet.men.find(({ name }) => name === unit.man);
    const choices = man ? statesOf(man, unit.side) : [];
    states.hidden = choices.length < 2;
    states.replaceChildren(
      ...choices.map(({ id }) => figure({ ...unit!, state: id }, id === unit!.state)).filter(one => one !== null),
    );
    if (focused) men.querySelector<HTMLElement>(`[data-man="${CSS.escape(focused)}"]`)?.focus();
  };
  page.store.watch(['good'], build);
  onFigures(build);
  draft.store.watch(['tool'], build);
  return element('div', {}, tools, figures.element as unknown as HTMLElement, men, states);
}

/** A man can be dragged from the palette to a square. */
function dragOut(button: HTMLElement, unit: Unit, page: Page): void {
  const draft = arranging(page);
  button.addEventListener('pointerdown', event => {
    if (event.button === 0) button.setPointerCapture(event.pointerId);
  });
  button.addEventListener('pointerup', event => {
    const square = draft.squareAt(event.clientX, event.clientY);
    if (!square || !button.hasPointerCapture(event.pointerId)) return;
    draft.set(square, unit);
  });
}

function sides(page: Page): HTMLElement {
  const { store } = arranging(page);
  const button = (side: Side) => element('button', { type: 'button', onclick: () => store.set({ side }) }, words.arrange.toMove(words.sides[side]));
  const buttons = [button('white'), button('black')];
  store.watch(['side'], ({ side }) =>
    buttons.forEach((one, at) => one.setAttribute('aria-pressed', String((at === 0) === (side === 'white')))),
  );
  page.store.watch(['good'], () =>
    buttons.forEach((one, at) => (one.textContent = words.arrange.toMove(words.sides[at === 0 ? 'white' : 'black']))),
  );
  return element('div', { class: 'bar', role: 'group', 'aria-label': words.arrange.sideToMove }, ...buttons);
}

/** Positions to begin with. */
function starts(page: Page): HTMLElement {
  const draft = arranging(page);
  const bar = element('div', { class: 'bar' });
  page.store.watch(['good'], ({ good }) => {
    const setups = good?.sheet.setups ?? [];
    const title = (name: string) => words.arrange.setup(setups.length > 1 ? name : '');
    bar.replaceChildren(
      element('button', { type: 'button', onclick: () => draft.clear() }, words.arrange.clear),
      element('button', { type: 'button', onclick: () => draft.copy() }, words.arrange.fromGame),
      ...setups.map(({ name }) =>
        element('button', { type: 'button', onclick: () => void draft.read({ setup: name }) }, title(name)),
      ),
    );
  });
  return bar;
}

/** The position as text: it follows the board, and the board follows the text. */
function fenField(page: Page): HTMLElement {
  const draft = arranging(page);
  const answer = element('output', { class: 'typed-answer', id: 'fen-answer' });
  const field = element('input', {
    type: 'text',
    id: 'fen',
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-describedby': 'fen-answer',
    onchange: async () => {
      try {
        await draft.read({ fen: field.value.trim() });
        answer.textContent = '';
      } catch (fault) {
        answer.replaceChildren(told(fault));
      }
    },
  });
  draft.store.watch(['fen'], ({ fen }) => {
    if (document.activeElement !== field) field.value = fen;
  });
  return element('div', { class: 'fen' }, element('label', { for: 'fen' }, 'FEN'), field, answer);
}

/** Writes the position into the definition as a setup. */
function writing(page: Page): HTMLElement {
  const draft = arranging(page);
  const name = element('input', { type: 'text', id: 'setup-name', value: 'standard', pattern: '[a-z][a-z0-9\\-]*', spellcheck: 'false' });
  const answer = element('p', { class: 'bad', role: 'alert' });
  const write = async () => {
    await page.session.settled();
    const { text, good } = page.store.state;
    const { fen } = draft.store.state;
    answer.textContent = '';
    if (!good || good.text !== text) return void (answer.textContent = words.app.mistakes);
    if (!name.reportValidity() || fen === '') return;
    const { rows, hand } = rowsOf(fen);
    const written = withSetup(text, name.value, rows, hand);
    const checked = await page.client.check({ text: written.text });
    const mistake = checked.diagnostics.find(({ severity }) => severity === 'error');
    if (page.store.state.text !== text) return;
    if (mistake) return void answer.replaceChildren(`${words.arrange.noSetup} `, libraryText(`${mistake.message}.`));
    page.session.setText(written.text);
    page.store.set({ place: { start: written.start, end: written.end } });
  };
  page.store.watch(['opened', 'good'], ({ good, opened }, before) => {
    if (good && (good !== before.good || opened !== before.opened)) name.value = good.sheet.setups[0]?.name ?? 'standard';
  });
  const button = element('button', { type: 'submit' }, words.arrange.writeSetup);
  return element(
    'form',
    { class: 'write-setup', onsubmit: (event: Event) => (event.preventDefault(), void write()) },
    element('div', { class: 'bar' }, button, element('label', { for: 'setup-name' }, words.arrange.named), name),
    answer,
  );
}

/** Whether the position can be played. */
function verdict(page: Page): HTMLElement {
  const draft = arranging(page);
  const list = element('ul', { class: 'arrange-problems', 'aria-label': words.arrange.whyInvalid });
  const play = element(
    'button',
    {
      type: 'button',
      class: 'main',
      onclick: () => {
        draft.play();
        // On a small screen the board is above the panel.
        document.querySelector('.board')?.scrollIntoView({ block: 'nearest' });
      },
    },
    words.arrange.play,
  );
  const summary = element('p', { class: 'message', role: 'status' });
  draft.store.watch(['problems', 'fen'], ({ problems, fen }) => {
    play.disabled = problems.length > 0 || fen === '';
    list.hidden = problems.length === 0;
    list.replaceChildren(...problems.map(text => element('li', {}, libraryText(text))));
    summary.textContent = problems.length > 0 ? words.arrange.invalid : '';
  });
  return element('div', {}, summary, list, play);
}
