/** Maximum factor of an idle worker task's own pause, */
const LONGEST_FACTOR = 4
/** and maximum pause. */
const LONGEST_MS = 1000

/** Doubles the pause within limits (docs/decisions/0081). @param ownMs the task's own pause @param lastMs the previous one */
export function nextIdlePause(ownMs: number, lastMs: number): number {
  return Math.max(ownMs, Math.min(lastMs * 2, ownMs * LONGEST_FACTOR, LONGEST_MS))
}
