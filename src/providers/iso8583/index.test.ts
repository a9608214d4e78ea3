import { afterAll, beforeAll } from 'vitest'
import type { Mistake } from '#provider/contract/provider-under-test.ts'
import type { Provider } from '#providers/port/provider.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { connectorOn } from '#test/iso8583-sandbox/connector.ts'
import { type Iso8583Sandbox, openIso8583Sandbox } from '#test/iso8583-sandbox/index.ts'
import { newIsoAccount } from '#test/iso8583-sandbox/merchant.ts'
import { describeProvider } from '#test/provider-contract.ts'
import type { Fields } from './codec/message.ts'
import type { Iso8583 } from './index.ts'

let database: FreshDatabase
let sandbox: Iso8583Sandbox
let connector: Iso8583

beforeAll(async () => {
  database = await freshDatabase(8)
  sandbox = await openIso8583Sandbox()
  connector = connectorOn(database.sql)
})
afterAll(async () => {
  await connector.close()
  await sandbox.close()
  await database.drop()
})

/** A refund has the amount of its charge: what happens to it is ordered at the host. */
const ordering = (): Provider => ({
  ...connector,
  followUp(call, asked) {
    if (asked.reference === 'lost' && !call.signal.aborted)
      sandbox.orders.next.set('0200', { code: '00', answer: 'lost' })
    return connector.followUp(call, asked)
  },
})

/** Counts charges in the host's own book for an attempt, by trace, and those without an attempt. */
async function netCharges(attemptId: string): Promise<number> {
  const rows = await database.sql<{ trace: string; attempt_id: string }[]>`
    select stan || transmitted as trace, attempt_id from acquirer_requests where stan is not null`
  const attempts = new Map(rows.map(({ trace, attempt_id }) => [trace, attempt_id]))
  const owners = sandbox.book.standing().map((trace) => attempts.get(trace))
  return owners.filter((owner) => owner === undefined || owner === attemptId).length
}

const MISTAKEN: Partial<Record<Mistake, Fields>> = { amount: { 4: '000000000001' }, currency: { 49: '840' } }

describeProvider('ISO 8583', ['notices', 'disputes'], async () => ({
  provider: ordering(),
  account: newIsoAccount(sandbox.port),
  approving: {},
  charging: { money: { amount: 5991n, currency: 'EUR' } },
  losing: { money: { amount: 5992n, currency: 'EUR' }, reference: 'lost' },
  netCharges,
  repeats: ['amount', 'currency'],
  mistake(mistake) {
    sandbox.orders.answers = MISTAKEN[mistake] ?? {}
    return () => {
      sandbox.orders.answers = {}
    }
  },
  reversesUnanswered: true,
}))
