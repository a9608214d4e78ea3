/** Stack line in which postgres.js (3.4.9) writes what it has gathered, also once the socket is gone. */
const NEXT_WRITE = /^\s*at \S*\.?nextWrite \(.*[\\/]postgres[\\/]src[\\/]connection\.js/

/**
 * True if an error that nobody could catch is only that of a session that broke: a transaction's ROLLBACK that
 * postgres.js wants to send after the connection's end throws in a callback of its own. Nothing depends on it. The pool
 * is left for a new one, and whoever waits in the old one hears of it.
 */
export function isBrokenSessionError(error: unknown): boolean {
  const { name, stack } = error as { readonly name?: unknown; readonly stack?: unknown }
  if (name !== 'TypeError' || typeof stack !== 'string') return false
  const frames = stack.split('\n').filter((line) => /^\s*at /.test(line))
  return NEXT_WRITE.test(frames[0] ?? '')
}
