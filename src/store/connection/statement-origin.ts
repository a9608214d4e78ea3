/** Stacks that lead to the templates of statements. Each is captured once, because that takes long. */
const origins = new WeakMap<readonly string[], { readonly stack: string }>()
/** Errors that have an origin already. Many statements may fail with the same error. */
const marked = new WeakSet<Error>()

/** Captures where a statement is written. @param texts of its template @param tag the caller of this function */
export function noteOrigin(texts: readonly string[], tag: (...args: never[]) => unknown): void {
  if (origins.has(texts)) return
  const origin = { stack: '' }
  Error.captureStackTrace(origin, tag)
  origins.set(texts, origin)
}

/** Adds to the stack of an error, which leads to the socket, where the statement is written. */
export function addOrigin(error: unknown, texts: readonly string[]): void {
  const origin = origins.get(texts)
  if (!origin || !(error instanceof Error) || marked.has(error)) return
  marked.add(error)
  error.stack += origin.stack.replace(/^.*/, '')
}
