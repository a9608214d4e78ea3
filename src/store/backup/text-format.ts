/** Settings of a SQL transaction under which every server writes and reads dates and intervals in the same way. */
export const PORTABLE_TEXT = "set local datestyle = 'ISO'; set local intervalstyle = 'postgres'"
