/** Bounds of an idle worker task's pause: a factor of its own pause, and an absolute maximum. */
const LONGEST_FACTOR = 4
const LONGEST_MS = 1000

/** Doubles the pause within limits (docs/decisions/0081). @param ownMs the task's own pause @param lastMs the previous one */
export function nextIdlePause(ownMs: number, lastMs: number): number {
  return Math.max(ownMs, Math.min(lastMs * 2, ownMs * LONGEST_FACTOR, LONGEST_MS))
}
