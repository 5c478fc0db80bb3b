// Formats of scores, times and counts.

import type { Score } from 'weakfish';
import { words } from '../words';
import type { Side } from './game';

/** A score as White sees it: `+0.35`, `#4` for a forced win in four moves, `-#4` for a forced loss. */
export function scoreText(score: Score, side: Side, digits = 2): string {
  const sign = side === 'white' ? 1 : -1;
  if (score.mate !== undefined) return score.mate * sign < 0 ? `-#${Math.abs(score.mate)}` : `#${Math.abs(score.mate)}`;
  const pawns = (((score.centipawns ?? 0) * sign) / 100).toFixed(digits);
  return Number(pawns) > 0 ? `+${pawns}` : pawns.replace(/^-(0\.0+)$/, '$1');
}

/** White's chance, from 0 to 1. */
export function whiteChance(score: Score, side: Side): number {
  return side === 'white' ? score.chance : 1 - score.chance;
}

/** Formats the time on a clock: `1:05`, `1:00:00`, below ten seconds with tenths. */
export function timeText(seconds: number): string {
  if (seconds < 10) return `0:${(Math.floor(seconds * 10) / 10).toFixed(1).padStart(4, '0')}`;
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** `1.2 M`, `35 k`. */
export function countText(count: number): string {
  if (count >= 999_500) return words.analysis.millions(count);
  return count >= 1000 ? words.analysis.thousands(count) : String(count);
}
