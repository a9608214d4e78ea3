import { parseArgs } from 'node:util'
import { fillFolder } from './filled-gateway.ts'

/**
 * `npm run bench:fill -- --transactions 4000000 --data DIR`: makes up a year of payments in a folder that stays, for benches
 * that are given it as `--data` (bench/README.md#many-payments).
 */
const { values } = parseArgs({
  options: { data: { type: 'string' }, transactions: { type: 'string', default: '1000000' } },
})
if (values.data === undefined) throw new Error('Say where to keep it: --data DIR.')
const { transactions, seconds } = await fillFolder(values.data, Number(values.transactions), console.error)
console.log(`${values.data} holds ${transactions} payments, made up in ${seconds.toFixed(0)} s.`)
