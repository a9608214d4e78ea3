// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit, INVARIANTS } from './campaign/audit/index.ts'
import { type Finished, runCampaign } from './campaign/campaign.ts'
import { countersOf, voidCounters } from './campaign/minimum-counts.ts'
import { PLANTS } from './campaign/plants/index.ts'
import type { Plant } from './campaign/plants/plant.ts'
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
    const violations = audit(await evidenceWith(plant))
    expect(violations.map(({ invariant }) => invariant)).toContain(plant.breaks)
  })

  it('a ledger that does not add up', async () => {
    const { sql, merchantId, evidence } = finished
    await sql.begin(async (own) => {
      await own`set local session_replication_role = replica`
      await own`delete from ledger_entries where merchant_id = ${merchantId} and transaction_id = (
        select min(transaction_id) from ledger_entries where merchant_id = ${merchantId})`
    })
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

/** Returns the evidence that a gateway with this bug would leave, and rolls it back. */
async function evidenceWith({ ledgers, journals }: Plant) {
  if (journals) return journals(finished.evidence)
  const { sql, merchantId } = finished
  const takenBack = new Error('this was only planted')
  let evidence = finished.evidence
  const planting = sql.begin(async (own) => {
    // What the database itself would refuse is planted too: the auditor must not rely on it.
    await own`set local session_replication_role = replica`
    expect((await ledgers!(own, merchantId)).count).toBeGreaterThan(0)
    evidence = await finished.reread(own)
    throw takenBack
  })
  await expect(planting).rejects.toBe(takenBack)
  return evidence
}
