import { parseArgs } from 'node:util'
import { hasPatroni, type Loss, openPatroniPair } from '#test/patroni-pair.ts'
import { openPostgresPair } from '#test/postgres-pair.ts'
import { audit } from '../campaign/audit/index.ts'
import { runFailovers } from './campaign.ts'
import { formatReport } from './report.ts'

/**
 * `npm run simulate:failover [-- --rounds 30 --asynchronous --lag 700 --seed 42 --lanes 24 --patroni machine]`: payments
 * while primaries are lost. Ends with 1 where a promise is broken or service was away for too long.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now()) },
    lanes: { type: 'string', default: '24' },
    peace: { type: 'string', default: '5' },
    lag: { type: 'string', default: '0' },
    asynchronous: { type: 'boolean', default: false },
    patroni: { type: 'string' },
  },
})
/** Without service: by our pair, and by what Patroni loses, which waits for its `ttl` where a machine is lost. */
const MOST_SECONDS: Readonly<Record<string, number>> = { '': 5, server: 10, machine: 30 }
const { patroni = '' } = values
const mostSeconds = MOST_SECONDS[patroni]
if (mostSeconds === undefined) throw new Error('--patroni takes what is to be lost: server or machine.')
if (patroni && !hasPatroni()) throw new Error('Something is missing here: apt install patroni etcd-server haproxy.')

console.log(`seed ${values.seed}`)
const finished = await runFailovers({
  seed: values.seed,
  rounds: Number(values.rounds),
  lanes: Number(values.lanes),
  secondsOfPeace: Number(values.peace),
  openDatabases: () =>
    patroni
      ? openPatroniPair(patroni as Loss)
      : openPostgresPair({ isSynchronous: !values.asynchronous, lagMs: Number(values.lag) }),
  tell: console.log,
})
const violations = audit(finished.evidence)
console.log(formatReport(finished, violations))
const late = finished.rounds.filter(({ secondsToApproval }) => secondsToApproval >= mostSeconds).length
const isGood = violations.length + late === 0
console.log(isGood ? 'PASSED' : `FAILED: ${violations.length} promises do not hold, ${late} times service was late`)
process.exitCode = Number(!isGood)
