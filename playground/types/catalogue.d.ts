// The catalogue of the built-in games, made by `catalogue.mjs`.
declare module 'catalogue' {
  export interface Entry {
    name: string;
    title: string;
    /** A sentence; may be empty. */
    about: string;
    family: string;
    features: import('weakfish').Feature[];
    /** Names of its men. */
    men: string[];
    /** Files and ranks: `8x8`. */
    size: string;
  }
  const games: Entry[];
  export default games;
}

// The men of the built-in games, made by `book.mjs`.
declare module 'book' {
  export interface BookMan {
    /** Small letters, the most usual name first. */
    names: string[];
    betza: string;
    /** The name of its figure; empty if there is none. */
    figure: string;
    /** Titles of the games that have it; none of a man that most games have. */
    games: string[];
  }
  const men: BookMan[];
  export default men;
}

// The first board of a visitor without a link.
declare module 'opening' {
  const opening: { name: string; text: string; sheet: import('weakfish').Sheet; view: import('weakfish').View };
  export default opening;
}
