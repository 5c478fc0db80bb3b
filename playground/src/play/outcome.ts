// The end of a game in words.

import type { Outcome, View } from 'weakfish';
import { words } from '../words';
import { isLast, type Ended, type Game } from './game';

/** Results as game texts have them. */
const POINTS = { white: '1–0', black: '0–1', none: '½–½' };

/** The end by the rules: `White wins by checkmate`. */
function byRules({ winner, ending, score }: Outcome): string {
  return winner ? words.game.wins(words.sides[winner], ending, score[winner]) : words.game.draws(ending);
}

/** The end by the players: `White wins: Black resigns.` */
function byPlayers({ winner, reason }: Ended): string {
  return winner ? words.game.won(words.sides[winner], reason) : words.game.drawn(reason);
}

/** How the game has ended in the position that is shown; empty while it goes on. */
export function endText(view: View, { situation, ended }: Game): string {
  if (view.outcome) return byRules(view.outcome);
  return ended && situation && isLast(situation) ? byPlayers(ended) : '';
}

/** Result and end of the whole game; empty while it goes on. */
export function resultText(view: View | null, { situation, ended }: Game): string {
  if (!view || !situation) return '';
  const outcome = isLast(situation) ? view.outcome : null;
  if (outcome) return `${POINTS[outcome.winner ?? 'none']} · ${byRules(outcome)}`;
  return ended ? `${POINTS[ended.winner ?? 'none']} · ${ended.reason}` : '';
}
