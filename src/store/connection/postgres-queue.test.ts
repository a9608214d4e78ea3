import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { openDatabase } from './database.ts'
import queueOf from './postgres-queue.ts'

it('gives what was put in, in that order, but for what was removed', () => {
  const actions = fc.array(fc.oneof(fc.nat(9), fc.constantFrom('shift' as const), fc.record({ remove: fc.nat(9) })))
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(9)), actions, (initial, todo) => {
      const queue = queueOf(initial)
      let model = [...initial]
      for (const action of todo) {
        if (action === 'shift') {
          expect(queue.shift()).toBe(model[0])
          model = model.slice(1)
        } else if (typeof action === 'number') {
          if (!model.includes(action)) model.push(queue.push(action))
        } else {
          expect(queue.remove(action.remove)).toBe(model.includes(action.remove) ? action.remove : null)
          model = model.filter((item) => item !== action.remove)
        }
        expect(queue.length).toBe(model.length)
      }
    }),
  )
})

it('of a pool that always has an idle connection no statement looks through those before it', async () => {
  const database = await freshDatabase(1)
  const pool = openDatabase(database.url, 'queue', 2)
  const looked: number[] = []
  const { indexOf } = Array.prototype
  const spy = vi.spyOn(Array.prototype, 'indexOf').mockImplementation(function (this: unknown[], ...args) {
    if (isConnection(args[0])) looked.push(this.length)
    return indexOf.apply(this, args)
  })
  try {
    await Promise.all([pool`select pg_sleep(0.05)`, pool`select pg_sleep(0.05)`])
    for (let turn = 0; turn < 100; turn += 1) await pool`select 1`
    expect(looked.length).toBeGreaterThanOrEqual(100)
    expect(Math.max(...looked)).toBeLessThanOrEqual(2)
  } finally {
    spy.mockRestore()
    await pool.end({ timeout: 1 })
    await database.drop()
  }
})

/** As postgres.js keeps them. */
function isConnection(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'idleTimer' in item
}
