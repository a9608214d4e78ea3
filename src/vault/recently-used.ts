/**
 * Remembers what was loaded for the last `capacity` ids in use. Callers that come while an id is loading share the one
 * load; a load that failed is forgotten.
 */
export function recentlyUsed<Value>(capacity: number) {
  const held = new Map<string, Promise<Value>>()
  return async (id: string, load: () => Promise<Value>): Promise<Value> => {
    const value = held.get(id) ?? load()
    held.delete(id)
    held.set(id, value)
    if (held.size > capacity) held.delete(held.keys().next().value!)
    try {
      return await value
    } catch (error) {
      if (held.get(id) === value) held.delete(id)
      throw error
    }
  }
}
