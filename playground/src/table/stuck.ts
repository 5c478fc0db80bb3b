// Why a man has no move.

import { Layout, shapeOf } from '../board';
import { plain } from '../markdown';
import type { Page } from '../page';
import { position } from '../store';

/** So many squares are asked about, the nearest first. */
const MOST_ASKED = 40;

/** A sentence that a man has no move, and one about a move that it would have but for something. */
export async function stuck({ client, store }: Page, square: string): Promise<string> {
  const { good, view } = store.state;
  const man = view?.board.find(one => one.square === square);
  if (!good || !man) return '';
  const layout = new Layout(shapeOf(good.sheet), false);
  const from = layout.placeOf(square)!;
  const distance = (name: string) => {
    const { column, row } = layout.placeOf(name)!;
    return Math.hypot(column - from.column, row - from.row);
  };
  const squares = layout.reading().flat().filter(name => name !== null);
  const near = squares.sort((one, other) => distance(one) - distance(other)).slice(0, MOST_ASKED);
  const at = position(store.state);
  const ask = (to: string) => client.attempt({ text: good.text }, at, square, to).catch(() => '');
  const reasons = (await Promise.all(near.map(ask))).filter(tells).map(plain);
  const best = [...reasons].sort((one, other) => rank(one) - rank(other))[0];
  return [`The ${man.man} on ${square} has no move here.`, best].filter(Boolean).join(' ');
}

/** What forbids a move that the man would have says most, then a man in its way. */
function rank(reason: string): number {
  if (/ own .* stands there\.$/.test(reason)) return 1;
  return / castle /.test(reason) ? 2 : 0;
}

/** Whether an answer says more than that the man does not go so. */
function tells(reason: string): boolean {
  return reason !== '' && !/ can't ([a-z ]+ [a-z]\d+|do that where it stands)\.$/.test(plain(reason));
}
