// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit, INVARIANTS } from './campaign/audit/index.ts'
import { type Finished, runCampaign } from './campaign/campaign.ts'
import { countersOf, voidCounters } from './campaign/minimum-counts.ts'
import { PLANTS } from './campaign/plants/index.ts'
import { breakLedger, evidenceWith } from './campaign/plants/planted-evidence.ts'
import { formatReport } from './campaign/report.ts'

// Two minutes of what `npm run simulate` does for longer; see test/simulation/campaign/README.md.

const seed = process.env.SIMULATION_SEED ?? String(Date.now())
/** Lengths of runs: a machine on which too little happens in the first has a longer one. */
const RUNS_SECONDS = [120, 360]
/** The minimum counts are those of the first run. */
const MINUTES = 2
const LANES = 64

let finished: Finished
beforeAll(async () => {
  for (const seconds of RUNS_SECONDS) {
    await finished?.close()
    if (await provesSomething(seconds)) break
  }
}, 1_800_000)
afterAll(() => finished?.close())

/** Runs a campaign. @returns true if a promise was broken, or enough happened */
async function provesSomething(seconds: number): Promise<boolean> {
  const log: string[] = []
  finished = await runCampaign({ seed, seconds, lanes: LANES, tell: (line) => log.push(line) })
  const run = { seed, minutes: MINUTES, violations: audit(finished.evidence), counters: countersOf(finished) }
  console.log([`seed ${seed}, ${seconds} s`, ...log, formatReport(run)].join('\n'))
  return run.violations.length > 0 || voidCounters(run.counters, MINUTES).length === 0
}

describe('while processes, sessions and providers die', () => {
  it.each(Object.keys(INVARIANTS))('%s', (invariant) => {
    const broken = audit(finished.evidence).find((violation) => violation.invariant === invariant)
    expect(broken?.found ?? []).toEqual([])
  })

  it('enough happens for all this to mean something', () => {
    expect(voidCounters(countersOf(finished), MINUTES)).toEqual([])
  })
})

describe('the auditor sees', () => {
  it.each(PLANTS)('$bug', async (plant) => {
    const violations = audit(await evidenceWith(finished, plant))
    expect(violations.map(({ invariant }) => invariant)).toContain(plant.breaks)
  })

  it('a ledger that does not add up', async () => {
    const { sql, evidence } = finished
    await breakLedger(finished)
    const { ledgerProblems } = await finished.reread(sql)
    expect(audit({ ...evidence, ledgerProblems }).map(({ invariant }) => invariant)).toContain(
      'ledger, transactions and simulators agree',
    )
  })

  it('every promise broken by one of these', () => {
    const broken = new Set([...PLANTS.map(({ breaks }) => breaks), 'ledger, transactions and simulators agree'])
    expect([...broken].sort()).toEqual(Object.keys(INVARIANTS).sort())
  })
})
