/** A question that has no answer: an unknown game, a definition with mistakes, an illegal move. Its message says why. */
export class Refusal extends Error {
  /** @param {string} reason */
  constructor(reason) {
    super(reason);
    this.name = "Refusal";
  }
}

/** The engine has failed or has taken too long. The call is lost; the next one is answered by a new engine. */
export class Fault extends Error {
  /** @param {string} reason */
  constructor(reason) {
    super(reason);
    this.name = "Fault";
  }
}
