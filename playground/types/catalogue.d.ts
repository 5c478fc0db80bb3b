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
