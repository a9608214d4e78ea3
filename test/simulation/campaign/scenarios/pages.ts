import { setTimeout as sleep } from 'node:timers/promises'
import { BROWSER_INFO } from '#test/test-merchant.ts'
import type { Answer } from '../journal.ts'
import { inTime } from '../retry.ts'
import type { ScenarioContext } from '../scenario-context.ts'
import { approvedId, followUp } from './place.ts'
import { pressSomething } from './shopper.ts'
import { troubles } from './troubles.ts'

const ADDRESSES = {
  return_url: 'https://shop.example/thanks',
  error_url: 'https://shop.example/sorry',
  cancel_url: 'https://shop.example/basket',
}
const CUSTOMER = { email: 'ana@example.com', first_name: 'Ana', last_name: 'Ionescu' }
const PAGE_METHODS = [
  { type: 'walleta-pay-redirect', data: {} },
  { type: 'walletb-pay-redirect', data: {} },
  { type: 'voucher-redirect-psc', data: CUSTOMER },
]
const BANK_METHODS = ['OPEN_BANKING', 'UPI', 'WALLETS', 'BANK_TRANSFER', 'QR_CODE']
const NOTICE_FAULTS = ['duplicate_notice', 'late_notice']

/** A wallet or voucher: the shopper decides on the provider's page. */
export async function pageOrder(context: ScenarioContext): Promise<void> {
  const { chance, shop, client, reference } = context
  const amount = chance.integer(100, 50_000)
  const operation = context.want('PURCHASE', amount)
  const body = {
    ...shop.cardOrder(),
    ...ADDRESSES,
    payment_method: chance.pick(PAGE_METHODS),
    browser_info: BROWSER_INFO,
    customer: { email: CUSTOMER.email },
    terminal_id: shop.plainTerminal,
    reference,
    amount,
    transaction_type: 'PURCHASE',
    metadata: { ...notices(context), operation: operation.name },
  }
  const request = { method: 'POST', path: '/api/transactions/authorize', body } as const
  const answer = await client.insist(operation, request, context.copies())
  await decide(context, answer)
  await context.resolved(operation, withoutStep(answer))
}

/** A bank payment, asked for once or eight times; decided by metadata or by the shopper. */
export async function bankPayment(context: ScenarioContext): Promise<void> {
  const { chance, shop, client, reference } = context
  const amount = chance.integer(100, 50_000)
  const operation = context.want('PAYMENT', amount)
  const ordered = chance.happens(0.5) ? { response_code: 'TRX_STATUS_APPROVED', ...troubles(chance) } : notices(context)
  const body = {
    ...ADDRESSES,
    terminal_id: shop.plainTerminal,
    reference,
    description: 'Beans',
    currency: 'EUR',
    amount,
    method: chance.pick(BANK_METHODS),
    country: 'RO',
    customer_ip: '203.0.113.7',
    metadata: { ...ordered, operation: operation.name },
  }
  const request = { method: 'POST', path: '/api/transactions/payment', body } as const
  const first = await client.insist(operation, request, context.copies())
  await decide(context, first)
  const answer = await context.resolved(operation, withoutStep(first))
  const id = approvedId(answer)
  if (id === undefined || chance.happens(0.6)) return
  await followUp(context, shop.plainTerminal, id, {
    kind: 'REFUND',
    amount: Math.ceil(amount / 2),
    metadata: troubles(chance),
  })
}

/** Money sent to a bank account, asked for once or eight times. */
export async function payout(context: ScenarioContext): Promise<void> {
  const { chance, shop, client, reference } = context
  const amount = chance.integer(100, 50_000)
  const operation = context.want('PAYOUT', amount)
  const body = {
    terminal_id: shop.plainTerminal,
    reference,
    description: 'Beans sold',
    currency: 'EUR',
    amount,
    beneficiary: { type: 'bank_account', data: { account_number: 'RO49AAAA1B31007593840000', account_name: 'Ana' } },
    metadata: { ...troubles(chance), operation: operation.name },
  }
  const request = { method: 'POST', path: '/api/transactions/payout', body } as const
  await context.resolved(operation, await client.insist(operation, request, context.copies()))
}

/** The shopper presses a button, sometimes two concurrently, and comes back or does not; some never press any. */
async function decide({ chance }: ScenarioContext, answer: Answer): Promise<void> {
  const [presses, comesBack, leaves] = [chance.integer(1, 2), chance.happens(0.6), chance.happens(0.1)]
  if (answer.class !== 'open' || answer.step?.kind !== 'redirect' || leaves) return
  const { url } = answer.step
  const back = await Promise.all(Array.from({ length: presses }, () => pressSomething(chance, url!)))
  const address = back.find((each) => each !== null)
  if (comesBack && address) await fetch(address, { redirect: 'manual', signal: inTime() }).catch(() => undefined)
  else await sleep(chance.integer(100, 1000))
}

function notices({ chance }: ScenarioContext): Readonly<Record<string, unknown>> {
  return chance.happens(0.25) ? { simulate_fault: chance.pick(NOTICE_FAULTS) } : {}
}

/** The shopper has been sent: from here the shop looks at the status. */
function withoutStep(answer: Answer): Answer {
  return answer.class === 'open' ? { ...answer, step: null } : answer
}
