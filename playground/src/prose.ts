// Sentences of the library as plain text.
//
// Pure.

/** Returns a sentence of Markdown as plain text. */
export function plain(text: string): string {
  return text.replaceAll('`', '');
}

/** Returns the text with a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
