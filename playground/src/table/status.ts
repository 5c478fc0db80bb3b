// State of the game in words: side to move, counters, outcome, and messages to the players.

import type { Sheet, View } from 'weakfish';
import { element, entitle } from '../dom';
import { sentence } from '../markdown';
import type { Page } from '../page';
import type { Game } from '../play/game';
import { endText } from '../play/outcome';
import { playing } from '../play/playing';
import { shown, titleOf } from '../store';
import { words } from '../words';

/** How a game stands, in a sentence. */
export function standing(view: View, game: Game): string {
  return endText(view, game) || words.status.toMove(words.sides[view.side], view.checks.length > 0);
}

/** Formats the counters. */
export function counts(view: View, sheet?: Sheet): string[] {
  if (view.outcome) return [];
  const series = view.series ? [seriesText(view.series)] : [];
  const counters = view.counters.filter(matters).map(({ name, value, limit }) => words.status.count(counterName(name, sheet), value, limit));
  return [...series, ...counters];
}

/** The name of a count, without what no man of the game does. */
function counterName(name: string, sheet?: Sheet): string {
  const states = sheet?.men.map(man => man.states) ?? [];
  const turns = states.some(all => new Set(all.map(({ facings }) => facings.map(({ wind }) => wind).join())).size > 1);
  const flips = states.some(all => new Set(all.map(({ mode }) => mode)).size > 1);
  return words.status.counter(turns === flips ? name : name.replace('turns and flips', turns ? 'turns' : 'flips'));
}

/** Whether players should know of a count: not while its limit is far away. */
function matters({ value, limit }: View['counters'][number]): boolean {
  return value > 0 && (limit === undefined || limit - value <= Math.max(10, limit / 2));
}

/** A count in the list: its name may be cut off, what it has come to not. */
function countItem(text: string): HTMLElement {
  const at = text.lastIndexOf(':');
  const [name, value] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
  return element('li', { title: text }, element('span', { class: 'count-name' }, name), element('span', { class: 'count' }, value));
}

function seriesText({ made, of, least }: NonNullable<View['series']>): string {
  return words.status.series(made, least, of);
}

/** Announcement of a new position for screen readers: the move and its consequences. */
export function announcement(before: View | null, view: View, game: Game): string {
  const mover = view.sides.at(-1);
  const moved = before && view.history.length === before.history.length + 1 && mover;
  const parts = moved ? [words.status.moved(words.sides[mover], view.history.at(-1)!)] : [];
  const end = endText(view, game);
  if (end) parts.push(end);
  else if (view.checks.length > 0) parts.push(words.status.inCheck(words.sides[view.side]));
  else if (!moved) parts.push(words.status.toMove(words.sides[view.side], false));
  return parts.join('. ');
}

/** The title of the game and how it stands. `hint` is the board's help on its keys. */
export function mountState(place: HTMLElement, page: Page, hint: HTMLElement): void {
  const game = playing(page).store;
  const title = element('h2', { class: 'table-title', translate: 'no' });
  const sentenceOf = element('p', { class: 'table-standing' });
  const last = element('span', { class: 'table-last' });
  const message = element('span', { class: 'message', role: 'status' });
  const counted = element('ul', { class: 'table-counts', 'aria-label': words.status.counted, hidden: true });
  page.store.watch(['name', 'text'], state => entitle(title, titleOf(state)));
  const show = () => {
    const { view, good } = shown(page.store.state);
    const { game: state } = game.state;
    if (!view) return;
    sentenceOf.textContent = standing(view, state);
    const move = view.history.at(-1);
    last.textContent = move === undefined ? '' : words.status.lastMove(move);
    const texts = counts(view, good?.sheet);
    counted.hidden = texts.length === 0;
    counted.replaceChildren(...texts.map(countItem));
    message.replaceChildren(sentence(said(state)));
  };
  page.store.watch(['view', 'foretold'], show);
  game.watch(['game'], show);
  place.append(title, element('div', { class: 'table-line' }, sentenceOf, counted), element('p', { class: 'table-note' }, hint, message, last));
}

/** What the players are told: the engine's own moves are announced at its seat. */
function said({ thought, message }: Game): string {
  if (thought?.about === 'hint') return words.status.looking;
  if (thought?.about === 'draw') return words.status.considering;
  return message;
}
