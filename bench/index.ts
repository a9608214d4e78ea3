import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { withConnection } from '#store/connection/database.ts'
import { recordReference } from './cost/reference.ts'
import { CARDS, openKinds, SECTIONS } from './kinds.ts'
import { encryptCards, openMerchant } from './merchant.ts'
import { openTill } from './payment-counter.ts'
import { pay } from './payments.ts'
import { disableIfma, rsaInstructions } from './portable-rsa.ts'
import { startPreparedGateway } from './prepared-gateway.ts'
import { processesOf } from './processes.ts'
import { formatReport } from './report/index.ts'
import { measureRounds } from './rounds.ts'
import { formatSettlement, measureSettlement } from './settlement.ts'
import { startReceiver } from './webhook-receiver.ts'

/** Part of its own: `--only settlement`. */
const SETTLEMENT = 'settlement'

/**
 * `npm run bench [-- --only share --only half --only cost --rounds 3 --seconds 4 --connections 32 --portable-rsa --data DIR
 * --record --json]`: measures throughput as a share of this machine's limits, latency at half load and the cost of one payment
 * (bench/README.md).
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [...SECTIONS] },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '32' },
    'portable-rsa': { type: 'boolean', default: false },
    data: { type: 'string' },
    record: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
if (values['portable-rsa']) disableIfma()
const sections = new Set(SECTIONS.filter((section) => values.only.includes(section)))
const isSettlement = values.only.includes(SETTLEMENT)
if (sections.size === 0 && !isSettlement) throw new Error(`--only is one of ${SECTIONS.join(', ')}, ${SETTLEMENT}.`)
const [rounds, connections] = [Number(values.rounds), Number(values.connections)]
const load = { connections, warmUpSeconds: 1, seconds: Number(values.seconds) }

const receiver = await startReceiver()
const prepared = await startPreparedGateway({ shared_preload_libraries: 'pg_stat_statements' }, values.data)
const { gateway, server, dataDir } = prepared
const merchant = openMerchant(gateway.demo, connections)
try {
  if (isSettlement) {
    const nextCard = encryptCards(gateway.demo, CARDS)
    const cost = await measureSettlement(prepared, load, () => pay(merchant, { type: 'card', data: nextCard() }))
    console.log(values.json ? JSON.stringify(cost, null, 2) : formatSettlement(cost))
  }
  if (sections.size > 0)
    await withConnection(server.superuserUrl, 'bench', async (sql) => {
      const till = openTill(sql, receiver)
      const all = await openKinds(gateway.demo, merchant, server.url, connections)
      const kinds = all.filter((kind) => kind.sections.some((section) => sections.has(section)))
      await merchant.post('/api/webhook-endpoints', JSON.stringify({ url: receiver.url }))
      const found = await measureRounds({ prepared, till, load, sections }, kinds, rounds, sql)
      const report = {
        cores: availableParallelism(),
        load,
        rounds,
        rsa: rsaInstructions(),
        found,
        webhooks: { expected: till.paid(), received: receiver.received() },
        errors: till.errors(),
        memory: processesOf(gateway.pid, dataDir).map(({ pid, command, megabytes }) => ({ pid, command, megabytes })),
      }
      if (values.record) recordReference(report)
      console.log(values.json ? JSON.stringify(report, null, 2) : formatReport(report))
    })
} finally {
  await merchant.close()
  await prepared.stop()
  receiver.close()
}
