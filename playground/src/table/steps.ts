// Arrow keys, Home, End and the wheel over the board step through the moves of the game, wherever they mean nothing else.

import { arranging } from '../arrange/arranging';
import type { Page } from '../page';

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** A turn of the wheel by less than this, in pixels, is a part of a step. */
const NOTCH = 40;

/** Where the page itself does not scroll, and the wheel is free. */
const PANES = matchMedia('(min-width: 801px) and (min-height: 481px), (min-width: 1200px)');

/** Elements that handle arrow keys themselves. Events from inside the editor have the `.editor` element as target. */
const TAKEN = 'input, textarea, select, dialog, .editor, [popover], [role="tab"], [role="menu"], [role="grid"], [contenteditable]';

/** On a board that was clicked, the arrow keys step through the game; on one that is reached by keys, they go to the next square. */
function isTaken(target: Element): boolean {
  return target.closest(TAKEN) !== null && target.closest('.board.by-pointer [role="grid"]') === null;
}

/** `field` is the place of the board. */
export function steps(page: Page, field: HTMLElement): void {
  const { store, session } = page;
  const draft = arranging(page).store;
  const listen = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    const { line, route } = store.state;
    if (line.moves.length === 0 || route.view !== 'work' || draft.state.open || isTaken(event.target as Element)) return;
    event.preventDefault();
    // The board would take the key for one that moves the focus.
    event.stopPropagation();
    session.goTo(line.ply + step);
  };
  document.addEventListener('keydown', listen, { capture: true });
  let turned = 0;
  const wheel = (event: WheelEvent) => {
    const { line } = store.state;
    if (!PANES.matches || line.moves.length === 0 || draft.state.open || event.ctrlKey) return;
    event.preventDefault();
    turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * NOTCH;
    if (Math.abs(turned) < NOTCH) return;
    session.goTo(line.ply + Math.sign(turned));
    turned = 0;
  };
  field.addEventListener('wheel', wheel, { passive: false });
}
