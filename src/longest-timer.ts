/** Node ends a longer timer at once; no process waits for 24 days for anything. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1
