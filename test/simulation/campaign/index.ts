import { parseArgs } from 'node:util'
import { audit } from './audit/index.ts'
import { runCampaign } from './campaign.ts'
import { countersOf, voidCounters } from './minimum-counts.ts'
import { MUTANTS } from './mutants.ts'
import { formatReport } from './report.ts'

/**
 * `npm run simulate [-- --minutes 10 --seed 42 --lanes 48 --mutant name]`: the fault campaign, and what the auditor
 * found. Ends with 1 where a promise is broken or the run proves nothing; with a mutant, where it was not caught.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now()) },
    lanes: { type: 'string', default: '64' },
    mutant: { type: 'string' },
  },
})
const minutes = Number(values.minutes)
const mutant = MUTANTS.find(({ name }) => name === values.mutant)
if (values.mutant !== undefined && !mutant) {
  throw new Error(`Mutants are ${MUTANTS.map(({ name }) => name).join(', ')}.`)
}
console.log(`seed ${values.seed}`)
const finished = await runCampaign({
  seed: values.seed,
  seconds: minutes * 60,
  lanes: Number(values.lanes),
  mutant: values.mutant,
  tell: console.log,
})
await finished.close()
const violations = audit(finished.evidence)
const counters = countersOf(finished)
console.log(formatReport({ seed: values.seed, minutes, violations, counters }))
process.exitCode = mutant
  ? Number(!violations.some(({ invariant }) => invariant === mutant.breaks))
  : Number(violations.length + voidCounters(counters, minutes).length > 0)
