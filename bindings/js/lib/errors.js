/** Error of a call that has no result: an unknown game, a definition with mistakes, an illegal move. */
export class Refusal extends Error {
  /** @param {string} reason */
  constructor(reason) {
    super(reason);
    this.name = "Refusal";
  }
}

/** Error of an engine that has failed or exceeded the time limit. The next call gets a new engine. */
export class Fault extends Error {
  /** @param {string} reason */
  constructor(reason) {
    super(reason);
    this.name = "Fault";
  }
}
