import { parseArgs } from 'node:util'
import { startPreparedGateway } from '../prepared-gateway.ts'
import { startReceiver } from '../webhook-receiver.ts'
import { measureCosts } from './measure-costs.ts'
import { printedCosts } from './printed-costs.ts'

/**
 * `npm run bench:cost [-- --rounds 5 --seconds 6 --connections 32 --data DIR --json]`: what one payment costs in CPU time,
 * write-ahead log and statements, by kind (docs/operate/benchmark.md), on an empty database or one that `bench:fill` has
 * filled. Kinds take turns with each other and with the yardstick, so that a machine whose speed changes gives the same
 * figures.
 */
const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    data: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
    connections: { type: 'string', default: '32' },
  },
})
const load = { connections: Number(values.connections), seconds: Number(values.seconds), warmUpSeconds: 0 }

const receiver = await startReceiver()
const prepared = await startPreparedGateway({ shared_preload_libraries: 'pg_stat_statements' }, values.data)
try {
  const costs = await measureCosts({ prepared, receiver, load, rounds: Number(values.rounds) })
  console.log(values.json ? JSON.stringify(costs, null, 2) : printedCosts(costs))
} finally {
  await prepared.stop()
  receiver.close()
}
