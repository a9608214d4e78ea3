import { setTimeout as sleep } from 'node:timers/promises'
import type { SandboxAnswer } from '../provider-sandbox/server.ts'
import { AFTERWARDS, INSTEAD } from './faults.ts'

/** Every answer under a key is given again; a fault comes once. While the first is at work, its twins are refused. */
export function openMemory() {
  const kept = new Map<string, SandboxAnswer | 'running'>()
  const faulted = new Set<string>()
  return async (key: unknown, word: string, carryOut: () => SandboxAnswer): Promise<SandboxAnswer> => {
    if (typeof key !== 'string') return carryOut()
    const isFirst = !faulted.has(key)
    faulted.add(key)
    if (isFirst && INSTEAD[word]) return INSTEAD[word]
    const known = kept.get(key)
    if (known === 'running') return INSTEAD.busy!
    if (known) return known
    kept.set(key, 'running')
    await sleep(5)
    const answer = carryOut()
    kept.set(key, answer)
    return (isFirst && AFTERWARDS[word]) || answer
  }
}
