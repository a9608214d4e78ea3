/** Where each statement is written; found once, because that takes longer than to write a short statement. */
const origins = new WeakMap<readonly string[], { readonly stack: string }>()
/** One that many statements fail with is told of the first. */
const told = new WeakSet<Error>()

/** Remembers where a statement is written. @param texts of its template @param tag the caller of this function */
export function noteOrigin(texts: readonly string[], tag: (...args: never[]) => unknown): void {
  if (origins.has(texts)) return
  const origin = { stack: '' }
  Error.captureStackTrace(origin, tag)
  origins.set(texts, origin)
}

/** Adds to the stack of an error, which leads to the socket, where the statement is written. */
export function addOrigin(error: unknown, texts: readonly string[]): void {
  const origin = origins.get(texts)
  if (!origin || !(error instanceof Error) || told.has(error)) return
  told.add(error)
  error.stack += origin.stack.replace(/^.*/, '')
}
