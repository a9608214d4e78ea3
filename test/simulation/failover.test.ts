// @module-tag full
import { expect, it } from 'vitest'
import { openPostgresPair } from '#test/postgres-pair.ts'
import { audit } from './campaign/audit/index.ts'
import { runFailovers } from './failover/campaign.ts'
import { formatReport } from './failover/report.ts'

// One round of what `npm run simulate:failover` does as often as you like (docs/operate/high-availability.md#failover).

const seed = process.env.SIMULATION_SEED ?? String(Date.now())
const TIMEOUT_MS = 300_000

it('nothing acknowledged is lost and no one is charged twice when the primary dies', {
  timeout: TIMEOUT_MS,
}, async () => {
  const log: string[] = []
  const finished = await runFailovers({
    seed,
    rounds: 1,
    lanes: 12,
    secondsOfPeace: 2,
    openDatabases: () => openPostgresPair({ isSynchronous: true, lagMs: 700 }),
    tell: (line) => log.push(line),
  })
  const violations = audit(finished.evidence)
  if (violations.length > 0) console.log(`seed ${seed}`, log.join('\n'), formatReport(finished, violations))
  expect(violations).toEqual([])
  const ended = Object.groupBy(finished.evidence.transactions, ({ status }) => status)
  expect(ended.APPROVED!.length).toBeGreaterThan(10)
})
