import { parseArgs } from 'node:util'
import { audit } from '../campaign/audit/index.ts'
import { runFailovers } from './campaign.ts'
import { printed } from './report.ts'

/**
 * `npm run simulate:failover [-- --rounds 30 --asynchronous --lag 700 --seed 42 --lanes 24]`: payments while primaries are
 * lost. Ends with 1 where a promise is broken or service was away for five seconds.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now()) },
    lanes: { type: 'string', default: '24' },
    peace: { type: 'string', default: '5' },
    lag: { type: 'string', default: '0' },
    asynchronous: { type: 'boolean', default: false },
  },
})
const MOST_SECONDS = 5

console.log(`seed ${values.seed}`)
const finished = await runFailovers({
  seed: values.seed,
  rounds: Number(values.rounds),
  lanes: Number(values.lanes),
  secondsOfPeace: Number(values.peace),
  isSynchronous: !values.asynchronous,
  lagMs: Number(values.lag),
  tell: console.log,
})
const violations = audit(finished.evidence)
console.log(printed(finished, violations))
const late = finished.rounds.filter(({ secondsToApproval }) => secondsToApproval >= MOST_SECONDS).length
const isGood = violations.length + late === 0
console.log(isGood ? 'PASSED' : `FAILED: ${violations.length} promises do not hold, ${late} times service was late`)
process.exitCode = Number(!isGood)
