// Problems: moves of the reader are compared with the solutions that the solver finds.

import type { BranchReport, SolutionsReport } from 'weakfish';
import { words } from '../words';

/** Stipulations whose moves can be made on the board; in a series a side moves several times in a row. */
const PLAYABLE = /^(?<kind>semi-r|hs|h|s|r|)(?<aim>[#=])(?<length>\d+(\.5)?)$/;

/** A move that is right has an answer, if the other side defends itself; one that is wrong may have a refutation. */
export type Verdict = { isRight: true; answer?: string; isSolved: boolean } | { isRight: false; refutation?: string };

export class Problem {
  /** The stipulation in words: `Mate in 2`. */
  readonly words: string;
  /** Whether both sides play for the solution, so that the reader moves for both. */
  readonly isHelped: boolean;
  readonly #solve: () => Promise<SolutionsReport>;
  #solved: Promise<SolutionsReport> | undefined;

  /**
   * @param stipulation In the notation of problemists: `#2`.
   * @param solve Called once, when a move is to be judged.
   */
  constructor(stipulation: string, solve: () => Promise<SolutionsReport>) {
    const { kind, aim, length } = PLAYABLE.exec(stipulation)?.groups ?? {};
    if (kind === undefined) throw new Error(words.embed.noProblem(stipulation));
    const kinds: Readonly<Record<string, (moves: string) => string>> = words.embed.problems;
    this.words = kinds[`${kind}${aim}`]?.(length ?? '') ?? stipulation;
    this.isHelped = kind.startsWith('h');
    this.#solve = solve;
  }

  /** Judges a move after other moves of a solution. */
  async judge(before: readonly string[], move: string): Promise<Verdict> {
    const { solutions, tries } = await this.#solution();
    const found = after(solutions, before).find(branch => branch.move === move);
    if (!found) {
      const failed = before.length === 0 ? tries.find(one => one.move === move) : undefined;
      return { isRight: false, refutation: failed?.refutation ?? undefined };
    }
    const answer = this.isHelped ? undefined : longest(found.moves ?? []);
    return { isRight: true, answer: answer?.move, isSolved: (answer ?? found).ending !== undefined };
  }

  /** The moves of the first solution, with the longest defence; none if there is no solution. */
  async solution(): Promise<string[]> {
    const line: string[] = [];
    for (let next = (await this.#solution()).solutions[0]; next; next = longest(next.moves ?? [])) line.push(next.move);
    return line;
  }

  #solution(): Promise<SolutionsReport> {
    this.#solved ??= this.#solve();
    return this.#solved;
  }
}

/** The branches after some moves; none where the solutions have other moves. */
function after(solutions: readonly BranchReport[], moves: readonly string[]): readonly BranchReport[] {
  return moves.reduce<readonly BranchReport[]>((branches, move) => branches.find(branch => branch.move === move)?.moves ?? [], solutions);
}

function depth({ moves = [] }: BranchReport): number {
  return 1 + Math.max(0, ...moves.map(depth));
}

function longest(branches: readonly BranchReport[]): BranchReport | undefined {
  return [...branches].sort((one, other) => depth(other) - depth(one))[0];
}
