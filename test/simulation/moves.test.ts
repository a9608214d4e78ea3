// @module-tag full
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isThere } from '../full/groups/groups.ts'
import { audit, INVARIANTS } from './campaign/audit/index.ts'
import { PLANTS } from './campaign/plants/index.ts'
import { breakLedger, evidenceWith } from './campaign/plants/planted-evidence.ts'
import { type Finished, runMoves } from './moves/campaign.ts'
import { formatReport } from './moves/report.ts'
import { switchesIn } from './moves/rounds.ts'

// Merchants move forth and back while they pay (docs/operate/merchant-groups.md#move-a-merchant). SIMULATION_MOVES=30
// has everything die in every step; SIMULATION_MOVES=0 tries the campaign alone.

const seed = process.env.SIMULATION_SEED ?? String(Date.now())
const rounds = Number(process.env.SIMULATION_MOVES ?? 2)
/** An order is three payments and follow-ups on average, so 25 of them in a second. */
const rate = Number(process.env.SIMULATION_RATE ?? 8)
const MOST_SECONDS = 5
/** For two groups, two servers, the load and other tests on few cores. */
const TOLERANCE_SECONDS = 5
const PEACE_MS = 3000
const TIMEOUT_MS = 300_000 + rounds * 180_000

/** Promises whose plants need records of a simulator alone. */
const PLANTED = [
  'nothing is charged twice',
  'no outcome is lost',
  'every final status has one event',
  'every event is delivered',
]

describe.skipIf(!isThere)('merchants move to another group while they pay', { timeout: TIMEOUT_MS }, () => {
  let finished: Finished
  beforeAll(async () => {
    const log: string[] = []
    const tell = (line: string) => {
      log.push(line)
      if (process.env.SIMULATION_MOVES) console.log(line)
    }
    const failed = (error: Error) => {
      throw new Error([`seed ${seed}`, ...log].join('\n'), { cause: error })
    }
    finished = await runMoves({
      ...{ seed, rate, tell },
      async act(moves) {
        await sleep(PEACE_MS)
        for (let round = 0; round < rounds; round += 1) {
          await moves.run()
          await sleep(PEACE_MS)
        }
      },
    }).catch(failed)
    console.log([`seed ${seed}`, ...log, formatReport(finished, audit(finished.evidence))].join('\n'))
  }, TIMEOUT_MS)
  afterAll(() => finished?.close())

  it.each(Object.keys(INVARIANTS))('%s', (invariant) => {
    const broken = audit(finished.evidence).find((violation) => violation.invariant === invariant)
    expect(broken?.found ?? []).toEqual([])
  })

  it('IDs, links, pages and hashes from before any move work through the one address', () => {
    expect(finished.keepsakes.answers).toEqual(finished.keepsakes.expected)
  })

  it('the group that a merchant has left has none of its rows', () => {
    expect(finished.rowsLeft).toEqual({})
  })

  it(`a switch refuses calls of the merchant for at most ${MOST_SECONDS} seconds, and of no other`, () => {
    const { switches } = finished.rounds
    const longest = Math.max(0, ...switches.map(({ moved }) => moved.refusedSeconds))
    expect(longest).toBeLessThanOrEqual(MOST_SECONDS + TOLERANCE_SECONDS)
    expect(switches.map(({ other }) => other.refused)).toEqual(switches.map(() => ({})))
  })

  it('enough happens for all this to mean something', () => {
    const approved = finished.evidence.transactions.filter(({ status }) => status === 'APPROVED')
    expect(approved.length).toBeGreaterThan(30 * rounds)
    expect(finished.rounds.switches.length).toBe(switchesIn(rounds))
  })

  describe('the auditor sees', () => {
    const plants = PLANTS.filter(({ breaks, ledgers }) => ledgers && PLANTED.includes(breaks))
    it.each(plants)('$bug', async (plant) => {
      const violations = audit(await evidenceWith(finished, plant))
      expect(violations.map(({ invariant }) => invariant)).toContain(plant.breaks)
    })

    it('a webhook that never arrived', () => {
      const { evidence } = finished
      const [{ eventId }] = evidence.events as [(typeof evidence.events)[number]]
      const received = evidence.received.filter(({ id }) => id !== eventId)
      expect(audit({ ...evidence, received }).map(({ invariant }) => invariant)).toContain('every event is delivered')
    })

    it('a ledger that does not add up', async () => {
      await breakLedger(finished)
      const { ledgerProblems } = await finished.reread(finished.sql)
      expect(ledgerProblems).not.toEqual([])
    })
  })
})
