// Remarks on the move on the board, and what is done with its line.

import { element } from '../dom';
import type { Page } from '../page';
import { GLYPHS, isMain, pathKey } from '../tree';

export function remarks(page: Page): HTMLElement {
  const { store, session } = page;
  const path = () => store.state.line.moves.slice(0, store.state.line.ply);
  const note = () => store.state.notes[pathKey(path())] ?? {};
  const comment = element('textarea', {
    rows: 2,
    'aria-label': 'Comment on the move on the board',
    placeholder: 'Comment on this move',
    onchange: () => session.note({ ...note(), comment: comment.value.trim() }),
  });
  const glyphs = GLYPHS.map(([glyph, , words]) =>
    element(
      'button',
      {
        type: 'button',
        title: words,
        'aria-label': words,
        'data-glyph': glyph,
        onclick: () => session.note({ ...note(), glyph: note().glyph === glyph ? undefined : glyph }),
      },
      glyph,
    ),
  );
  const promote = element('button', { type: 'button', onclick: () => session.promote() }, 'Make it the main line');
  const remove = element('button', { type: 'button', onclick: () => session.remove() }, 'Delete from here');
  const made = element(
    'div',
    { class: 'remark' },
    element('div', { class: 'glyphs', role: 'group', 'aria-label': 'Sign for the move' }, ...glyphs),
    comment,
    element('div', { class: 'bar' }, promote, remove),
  );
  store.watch(['line', 'lines', 'notes'], ({ line, lines }) => {
    made.hidden = line.ply === 0;
    const { glyph, comment: text = '' } = note();
    if (document.activeElement !== comment) comment.value = text;
    for (const button of glyphs) button.setAttribute('aria-pressed', String(button.dataset['glyph'] === glyph));
    promote.hidden = isMain(lines, path());
  });
  return made;
}
