/** Calls with a signal that fires after the time limit. Unlike `AbortSignal.timeout`, its timer ends with the call. */
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
