// How the parts of the editor ask the library.

import type { Client, Definition } from 'weakfish';

export interface Ask {
  readonly client: Client;
  /** A text as the library takes it, under the name of the open work. */
  definition(text: string): Definition;
}
