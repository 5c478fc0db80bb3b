// The list of moves with its variations; each move leads to its position.

import { element } from '../dom';
import type { Page } from '../page';
import { pathKey, treeOf, type Moves, type Node } from '../tree';
import { words } from '../words';
import type { Side } from './game';
import { writtenLines } from './lines';
import { resultText } from './outcome';
import { playing } from './playing';

export function moveList(page: Page): HTMLElement {
  const { store, session } = page;
  const game = playing(page);
  const written = writtenLines(page);
  const list = element('ol', { class: 'moves', translate: 'no' });
  const empty = element('p', { class: 'quiet' }, words.play.noMoves);
  const result = element('p', { class: 'game-result', hidden: true });

  const moveButton = (path: Moves, text: string) => {
    const { glyph } = store.state.notes[pathKey(path)] ?? {};
    return element(
      'button',
      { type: 'button', class: 'move', 'data-path': pathKey(path), title: glyph && words.remarks.glyphs[glyph as keyof typeof words.remarks.glyphs], onclick: () => session.follow(path, path.length) },
      text + (glyph ?? ''),
    );
  };
  const comment = (path: Moves) => {
    const text = store.state.notes[pathKey(path)]?.comment;
    return text ? element('span', { class: 'comment' }, text) : null;
  };

  /** A line and the variations of its moves, in parentheses after the moves that they replace. */
  const inline = (first: Node): HTMLElement => {
    const place = element('span', { class: 'variation' });
    let [node, others]: [Node | undefined, Node[]] = [first, []];
    let isNumbered = false;
    while (node) {
      const known = written.move(node.path);
      if (!known) break;
      const { text, side, round, opens } = known;
      if (opens && (side === firstSide() || !isNumbered)) place.append(numberText(round, side === firstSide()), ' ');
      place.append(moveButton(node.path, text), ' ');
      const remark = comment(node.path);
      if (remark) place.append(remark, ' ');
      for (const other of others) place.append('(', inline(other), ') ');
      isNumbered = others.length === 0;
      [node, ...others] = node.children;
    }
    return place;
  };
  const firstSide = () => game.store.state.played.sides[0] ?? 'white';

  const build = () => {
    const items: HTMLElement[] = [];
    let row: HTMLElement | null = null;
    let turn: HTMLElement | null = null;
    let column = 0;
    let siblings = treeOf(store.state.lines);
    while (siblings.length > 0) {
      const [node, ...others] = siblings as [Node, ...Node[]];
      const known = written.move(node.path);
      // The library has not answered yet.
      if (!known) break;
      const { text, side, round, opens } = known;
      const isFirst = side === firstSide();
      if (!row || (opens && isFirst)) {
        row = element('li', { class: 'round' }, element('span', { class: 'number' }, `${round}.`));
        items.push(row);
        column = 0;
        turn = null;
      }
      if (!turn || opens) {
        // A round that is taken up again after variations begins with the second column.
        if (column === 0 && !isFirst) row.append(element('span', { class: 'turn' }, '…'));
        turn = element('span', { class: 'turn' });
        row.append(turn);
        column++;
      }
      turn.append(moveButton(node.path, text));
      const remark = comment(node.path);
      if (remark || others.length > 0) {
        const block = element('li', { class: 'variations' }, remark, ...others.map(other => element('p', {}, inline(other))));
        items.push(block);
        row = turn = null;
        column = 0;
      }
      siblings = node.children;
    }
    empty.hidden = items.length > 0;
    list.hidden = items.length === 0;
    list.replaceChildren(...items);
    mark();
  };
  const mark = () => {
    const { moves, ply } = store.state.line;
    const path = pathKey(moves.slice(0, ply));
    for (const button of list.querySelectorAll<HTMLElement>('.move')) {
      if (button.dataset['path'] === path) {
        button.setAttribute('aria-current', 'step');
        follow(button);
      } else button.removeAttribute('aria-current');
    }
  };
  // A phone that is turned shows another part of a long line.
  new ResizeObserver(() => mark()).observe(list);
  game.store.watch(['played'], build);
  written.store.watch(['written'], build);
  store.watch(['lines', 'notes'], build);
  store.watch(['line'], mark);
  const finish = () => {
    const text = resultText(store.state.view, game.store.state.game);
    result.hidden = text === '';
    result.textContent = text;
  };
  store.watch(['view'], finish);
  game.store.watch(['game'], finish);
  return element('div', { class: 'movelist' }, empty, list, result);
}

/** The numbers before the moves that a line adds to those made, where a round or the line begins; the sides are those of the moves. */
export function numbersOf(made: readonly Side[], added: readonly Side[]): (string | null)[] {
  const sides = [...made, ...added];
  let round = 0;
  const numbers = sides.map((side, at) => {
    const opens = side !== sides[at - 1];
    const isFirst = side === sides[0];
    if (opens && isFirst) round++;
    return (opens && isFirst) || at === made.length ? numberText(round, opens && isFirst) : null;
  });
  return numbers.slice(made.length);
}

function numberText(round: number, isFirst: boolean): string {
  return `${round}${isFirst ? '.' : ' …'}`;
}

/** Scrolls the list or the pane around a move so that the move is seen. The page itself stays where it is. */
function follow(move: HTMLElement): void {
  const list = move.closest<HTMLElement>('.moves');
  // Where it is one line, the move stands in its middle.
  if (list) list.scrollLeft += move.getBoundingClientRect().left - list.getBoundingClientRect().left - list.clientWidth / 2;
  const panes = [list, move.closest<HTMLElement>('#panels')];
  const pane = panes.find(pane => pane && pane.scrollHeight > pane.clientHeight && getComputedStyle(pane).overflowY === 'auto');
  if (!pane) return;
  const [box, frame] = [move.getBoundingClientRect(), pane.getBoundingClientRect()];
  // Below the tabs, which stay in view.
  const top = frame.top + (pane.id === 'panels' ? 44 : 0);
  if (box.top < top) pane.scrollTop -= top - box.top;
  else if (box.bottom > frame.bottom) pane.scrollTop += box.bottom - frame.bottom + 8;
}
