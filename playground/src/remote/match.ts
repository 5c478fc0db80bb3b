// A game between two devices: each sends the moves of its side, and the other plays them if they are legal.

import { reason } from '../dialog';
import type { Page } from '../page';
import { other, person, remote, type Side } from '../play/game';
import { playing } from '../play/playing';
import { openWork, asWork, type Work } from '../share/work';
import { position } from '../store';
import { words } from '../words';
import type { Peer } from './peer';

/** What the pages tell each other. */
type Message =
  /** The game that is played, and the side of the guest. */
  | { is: 'game'; work: Work; side: Side }
  /** The move with this number, from 0. */
  | { is: 'move'; at: number; move: string }
  | { is: 'resign' }
  | { is: 'draw' };

const isSide = (value: unknown): value is Side => value === 'white' || value === 'black';

/** Reads a message of the other page, which may be another version, or not of this program. */
export function asMessage(value: unknown): Message | null {
  const { is, work, side, at, move } = (value ?? {}) as Record<string, unknown>;
  if (is === 'resign' || is === 'draw') return { is };
  if (is === 'move') return Number.isInteger(at) && typeof move === 'string' ? { is, at: at as number, move } : null;
  const read = is === 'game' ? asWork(work) : null;
  return read && isSide(side) ? { is: 'game', work: read, side } : null;
}

export class Match {
  /** The side that is played on this device; `null` until the guest has got the game. */
  #own: Side | null = null;
  /** Whether the move that comes next on the board is the other one's, and is not to be sent back. */
  #received = -1;
  #offered = false;
  readonly #stop: (() => void)[] = [];

  constructor(
    private readonly page: Page,
    private readonly peer: Peer,
  ) {
    peer.onmessage = message => void this.#take(asMessage(message));
    this.#stop.push(
      page.store.watch(['line'], ({ line, opened }, before) => {
        const { moves, ply } = line;
        const isNext = opened === before.opened && ply === moves.length && moves.length === before.line.moves.length + 1;
        if (this.#own && isNext && this.#received !== moves.length - 1) this.#send({ is: 'move', at: moves.length - 1, move: moves.at(-1)! });
      }),
      playing(page).store.watch(['game'], ({ game }, before) => {
        if (!this.#own || game.ended === before.game.ended || !game.ended) return;
        if (game.ended.by === 'resignation' && game.ended.winner === other(this.#own)) this.#send({ is: 'resign' });
      }),
      peer.store.watch(['is'], ({ is }) => is === 'closed' && this.#leave()),
    );
  }

  /** Sends the game on the board to the guest, and begins it. */
  host(own: Side): void {
    const { text, name, line } = this.page.store.state;
    const work: Work = { text, name, ...position(this.page.store.state), moves: [...line.moves] };
    this.#send({ is: 'game', work, side: other(own) });
    this.#seat(own);
  }

  /** A draw is offered to the other one; two offers make a draw. */
  offer(): void {
    this.#send({ is: 'draw' });
    this.#agree();
  }

  #agree(): void {
    const game = playing(this.page);
    if (this.#offered) game.dispatch({ on: 'agree' });
    else game.dispatch({ on: 'say', message: words.game.offered });
    this.#offered = !this.#offered;
  }

  #send(message: Message): void {
    this.peer.send(message);
  }

  #seat(own: Side): void {
    this.#own = own;
    const game = playing(this.page);
    game.remote = this;
    game.dispatch({ on: 'players', players: { white: remote, black: remote, [own]: person } });
    game.store.set({ flipped: own === 'black', begun: true });
  }

  async #take(message: Message | null): Promise<void> {
    if (!message) return;
    const { page } = this;
    if (message.is === 'game') {
      // Only the host says what is played.
      if (this.#own) return;
      openWork(page, { ...message.work, play: undefined });
      await page.session.settled();
      return this.#seat(message.side);
    }
    if (!this.#own) return;
    const game = playing(page);
    if (message.is === 'draw') return this.#agree();
    if (message.is === 'resign') {
      const loser = other(this.#own);
      return game.dispatch({ on: 'recorded', ended: { winner: this.#own, by: 'resignation', reason: words.game.resigns(words.sides[loser]) } });
    }
    await page.session.settled();
    const { good, line, view } = page.store.state;
    if (!good || !view || message.at !== line.moves.length || view.side === this.#own) return;
    this.#offered = false;
    try {
      const whole = { ...page.store.state, line: { ...line, ply: line.moves.length } };
      const move = await page.client.read({ text: good.text }, position(whole), message.move);
      this.#received = line.moves.length;
      // An earlier position may be shown.
      page.session.goTo(line.moves.length);
      await page.session.settled();
      page.session.play(move);
    } catch (fault) {
      page.store.set({ notice: words.remote.illegal(reason(fault)) });
    }
  }

  /** The game goes on at this board when the connection is lost. */
  #leave(): void {
    for (const stop of this.#stop) stop();
    const game = playing(this.page);
    if (game.remote === this) game.remote = null;
    if (!this.#own) return;
    game.dispatch({ on: 'players', players: { white: person, black: person } });
    this.page.store.set({ notice: words.remote.closed });
    this.#own = null;
  }
}
