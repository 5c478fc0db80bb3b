// Where the playground is published beside the book, every complete definition in the book gets a link that opens it there.
(async () => {
  'use strict';
  const playground = new URL(`${typeof path_to_root === 'string' ? path_to_root : ''}playground/`, location.href);
  if (!playground.protocol.startsWith('http')) return;
  const there = await fetch(new URL('index.html', playground), { method: 'HEAD' }).then(answer => answer.ok, () => false);
  if (!there) return;
  for (const code of document.querySelectorAll('code.language-variant')) {
    const text = code.textContent;
    const title = /^game "(.*?)"/m.exec(text)?.[1];
    if (!title) continue;
    const link = document.createElement('a');
    link.href = `${playground}#${new URLSearchParams({ game: title, text })}`;
    link.textContent = 'Open in the playground';
    link.className = 'playground';
    code.closest('pre').after(link);
  }
})();
