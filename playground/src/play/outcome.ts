// The end of a game in words.

import type { Outcome, View } from 'weakfish';
import { isLast, SIDE_NAMES, type Ended, type Game } from './game';

/** Results as game texts have them. */
const POINTS = { white: '1–0', black: '0–1', none: '½–½' };

/** The end by the rules: `White wins by checkmate`. Names of endings are words joined by hyphens. */
function byRules({ winner, ending, score }: Outcome): string {
  const by = ending.replaceAll('-', ' ');
  if (!winner) return `Draw by ${by}`;
  const points = score[winner];
  return `${SIDE_NAMES[winner]} wins by ${by}${points === 1 ? '' : ` and scores ${points}`}`;
}

/** The end by the players: `White wins: Black resigns.` */
function byPlayers({ winner, reason }: Ended): string {
  return `${winner ? `${SIDE_NAMES[winner]} wins` : 'Draw'}: ${reason}`;
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
