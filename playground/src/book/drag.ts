// A figure that is dragged from a list to somewhere on the page, with a mouse or a pen. A finger scrolls the list.

/** A pointer that moves less than this only clicks, in pixels. */
const SLACK = 5;

/** Lets an element be dragged: `drop` gets the place. `picture` makes what follows the pointer. */
export function draggable(element: HTMLElement, picture: () => SVGElement, drop: (x: number, y: number) => void): void {
  let from: { x: number; y: number } | null = null;
  let ghost: HTMLElement | null = null;
  const end = () => {
    from = null;
    ghost?.remove();
    ghost = null;
    removeEventListener('keydown', escape, true);
  };
  const escape = (event: KeyboardEvent) => event.key === 'Escape' && end();
  element.addEventListener('pointerdown', event => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    element.setPointerCapture(event.pointerId);
    from = { x: event.clientX, y: event.clientY };
    addEventListener('keydown', escape, true);
  });
  element.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (!from || (!ghost && Math.hypot(clientX - from.x, clientY - from.y) < SLACK)) return;
    if (!ghost) {
      ghost = document.createElement('div');
      ghost.className = 'book-ghost';
      ghost.append(picture());
      document.body.append(ghost);
    }
    ghost.style.setProperty('translate', `${clientX}px ${clientY}px`);
  });
  element.addEventListener('pointerup', ({ clientX, clientY }) => {
    const isDragged = ghost !== null;
    end();
    if (isDragged) drop(clientX, clientY);
  });
  element.addEventListener('pointercancel', end);
}
