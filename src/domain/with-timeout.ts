/**
 * Makes a call with a signal that fires after so many milliseconds. When the call has ended nothing of the limit is left:
 * timers of `AbortSignal.timeout` fire at their time anyway, and keep alive until then what listens to them.
 * @returns what the call returns @throws what it throws, which after the limit is its own affair
 */
export async function withTimeout<T>(milliseconds: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const giveUp = () => controller.abort(new DOMException('The time for this call is over.', 'TimeoutError'))
  const timer = setTimeout(giveUp, milliseconds).unref()
  try {
    return await call(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
