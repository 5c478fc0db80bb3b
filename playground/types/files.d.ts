/** The files that the page loads, as the build names them. */
declare const FILES: {
  readonly worker: string;
  readonly rules: { readonly name: string; readonly size: number };
  readonly player: { readonly name: string; readonly size: number };
  /** Weights of the built-in games. */
  readonly weights: Readonly<Record<string, string>>;
  /** First boards of the built-in games. */
  readonly boards: string;
};

/** The files that the service worker keeps, without the page itself. */
declare const KEPT: readonly string[];

/** Changes with each change of a file. */
declare const VERSION: string;
