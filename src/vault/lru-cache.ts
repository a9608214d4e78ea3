export function lruCache<Value>(capacity: number) {
  const held = new Map<string, Value>()
  const valueFor = (id: string, make: () => Value): Value => {
    const value = held.get(id) ?? make()
    held.delete(id)
    held.set(id, value)
    if (held.size > capacity) held.delete(held.keys().next().value!)
    return value
  }
  return { valueFor, forget: (id: string, value: Value) => held.get(id) === value && held.delete(id) }
}

/** Cache of loaded values: concurrent callers share one load, and failures are not cached. */
export function loadingLruCache<Value>(capacity: number) {
  const { valueFor, forget } = lruCache<Promise<Value>>(capacity)
  return async (id: string, load: () => Promise<Value>): Promise<Value> => {
    const value = valueFor(id, load)
    try {
      return await value
    } catch (error) {
      forget(id, value)
      throw error
    }
  }
}
