// Arrow keys among the cards of the gallery.

/** Links that open games, as far as they are shown. */
function links(place: HTMLElement): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>('.card h4 a')].filter(link => link.checkVisibility());
}

/** The link that an arrow key leads to: the next one in the row, or the nearest one in the next row. */
function next(all: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
  const at = all.indexOf(from);
  if (key === 'ArrowRight' || key === 'ArrowLeft') return all[at + (key === 'ArrowRight' ? 1 : -1)];
  const box = (link: HTMLElement) => link.closest('.card')!.getBoundingClientRect();
  const start = box(from);
  const beyond = key === 'ArrowDown' ? all.slice(at + 1) : all.slice(0, at).reverse();
  const row = beyond.filter(link => Math.abs(box(link).top - start.top) > 1);
  const { top } = row[0] ? box(row[0]) : start;
  const distance = (link: HTMLElement) => Math.abs(box(link).left - start.left);
  return row.filter(link => box(link).top === top).sort((one, other) => distance(one) - distance(other))[0];
}

/** From the search, the arrow down leads to the first game, and Enter opens it; then arrows go from game to game. */
export function cardKeys(place: HTMLElement, search: HTMLInputElement): void {
  place.addEventListener('keydown', event => {
    const { key, target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const all = links(place);
    if (target === search) {
      if (key === 'ArrowDown') all[0]?.focus();
      else if (key === 'Enter' && search.value.trim() !== '') all[0]?.click();
      else return;
    } else {
      const from = all.find(link => link === target);
      const to = key.startsWith('Arrow') && from ? next(all, from, key) : undefined;
      if (!from || !key.startsWith('Arrow')) return;
      if (to) to.focus();
      else if (key === 'ArrowUp') search.focus();
    }
    event.preventDefault();
  });
}
