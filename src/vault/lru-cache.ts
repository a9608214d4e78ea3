/** Remembers what was made for the last `capacity` ids in use. */
export function recentlyMade<Value>(capacity: number) {
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

/** The same for what has to be loaded: callers that come meanwhile share the one load; one that failed is forgotten. */
export function recentlyUsed<Value>(capacity: number) {
  const { valueFor, forget } = recentlyMade<Promise<Value>>(capacity)
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
