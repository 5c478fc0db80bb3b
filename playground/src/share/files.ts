// Files: definitions opened and saved.

import type { Opened } from '../session';
import { element } from '../dom';
import { words } from '../words';
import { MAX_TEXT } from './pack';

const ENDING = '.variant';

export function save(name: string, content: BlobPart, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  element('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Returns the file name of a game, without characters that have a meaning to an operating system. */
export function fileName(name: string, ending = ENDING): string {
  const plain = name.replace(/\.variant$/, '').replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+|-+$/g, '');
  return (plain || 'game') + ending;
}

/** Lets the user choose a file; nothing comes if none is chosen. */
export function choose(accept: string): Promise<{ name: string; text: string } | null> {
  return new Promise((resolve, reject) => {
    const input = element('input', { type: 'file', accept });
    input.addEventListener('cancel', () => resolve(null));
    input.addEventListener('change', async () => {
      const file = input.files?.[0];
      if (!file) return resolve(null);
      try {
        resolve(await readDefinition(file));
      } catch (refusal) {
        reject(refusal);
      }
    });
    input.click();
  });
}

export async function readDefinition(file: File): Promise<{ name: string; text: string }> {
  if (file.size > MAX_TEXT) throw new Error(words.menu.tooLarge(file.name));
  return { name: file.name.replace(/\.variant$/, ''), text: await file.text() };
}

export async function openFile(): Promise<Opened | null> {
  return choose(`${ENDING},text/plain`);
}
