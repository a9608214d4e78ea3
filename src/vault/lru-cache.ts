export function lruCache<Value>(capacity: number) {
  const held = new Map<string, Value>()
  const valueFor = (id: string, make: () => Value): Value => {
    const value = held.get(id) ?? make()
    held.delete(id)
    held.set(id, value)
    if (held.size > capacity) held.delete(held.keys().next().value!)
    return value
  }
  return { valueFor }
}
