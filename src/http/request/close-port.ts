import type { Server } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Turns of the event loop without a new connection after which the kernel's queue counts as empty. */
const QUIET_TURNS = 3
/** Longest quiet turn in milliseconds; during a longer one, connections may have arrived. */
const SHORT_TURN_MS = 0.2
/** Turns after which the port closes even if connections keep arriving. */
const MOST_TURNS = 10_000

/** Empties the queue of the kernel first, one connection a turn of the event loop, because closing resets them. */
export async function closePort(server: Server): Promise<void> {
  let accepted = 0
  server.on('connection', () => {
    accepted += 1
  })
  let quiet = 0
  for (let turn = 0; quiet < QUIET_TURNS && turn < MOST_TURNS; turn += 1) {
    const before = accepted
    const startedAt = performance.now()
    await nextTurn()
    quiet = accepted === before && performance.now() - startedAt < SHORT_TURN_MS ? quiet + 1 : 0
  }
  server.close()
}
