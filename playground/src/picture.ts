// Pictures that the library draws, as images: the content of an image can't run, and its styles stay inside.

import { element } from './dom';

export function picture(svg: string, alt: string): HTMLImageElement {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  const image = element('img', { src: url, alt, decoding: 'async' });
  const done = () => URL.revokeObjectURL(url);
  image.addEventListener('load', done);
  image.addEventListener('error', done);
  return image;
}
