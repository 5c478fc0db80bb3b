// Remarks on the move on the board, and what is done with its line.

import { element } from '../dom';
import type { Page } from '../page';
import { GLYPHS, isMain, pathKey } from '../tree';
import { words } from '../words';

export function remarks(page: Page): HTMLElement {
  const { store, session } = page;
  const path = () => store.state.line.moves.slice(0, store.state.line.ply);
  const note = () => store.state.notes[pathKey(path())] ?? {};
  const comment = element('textarea', {
    rows: 2,
    'aria-label': words.remarks.comment,
    placeholder: words.remarks.commentHere,
    onchange: () => session.note({ ...note(), comment: comment.value.trim() }),
  });
  const glyphs = GLYPHS.map(([glyph]) =>
    element(
      'button',
      {
        type: 'button',
        title: words.remarks.glyphs[glyph],
        'aria-label': words.remarks.glyphs[glyph],
        'data-glyph': glyph,
        onclick: () => session.note({ ...note(), glyph: note().glyph === glyph ? undefined : glyph }),
      },
      glyph,
    ),
  );
  const promote = element('button', { type: 'button', class: 'link', onclick: () => session.promote() }, words.remarks.promote);
  const remove = element('button', { type: 'button', class: 'link', onclick: () => session.remove() }, words.remarks.remove);
  const made = element(
    'div',
    { class: 'remark' },
    element('div', { class: 'glyphs', role: 'group', 'aria-label': words.remarks.sign }, ...glyphs),
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
