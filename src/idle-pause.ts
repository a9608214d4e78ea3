/** How many times its own pause a task of the worker waits at most where it finds nothing to do, */
const LONGEST_FACTOR = 4
/** which makes no pause longer than this. */
const LONGEST_MS = 1000

/**
 * The pause after one that brought nothing to do: twice as long, within limits (docs/decisions/0081).
 * @param ownMs the task's own pause @param lastMs the one that is over
 */
export function nextIdlePause(ownMs: number, lastMs: number): number {
  return Math.max(ownMs, Math.min(lastMs * 2, ownMs * LONGEST_FACTOR, LONGEST_MS))
}
