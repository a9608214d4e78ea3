/** Longest timer of Node, 24 days; a longer one ends immediately. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1
