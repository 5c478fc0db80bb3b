// Edits of a text, as the library gives them.
//
// Pure.

import type { Edit } from 'weakfish';

/** A text with edits made, all of them at once. */
export function edited(text: string, edits: readonly Edit[]): string {
  const fromTheEnd = [...edits].sort((one, other) => other.start - one.start);
  return fromTheEnd.reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), text);
}
