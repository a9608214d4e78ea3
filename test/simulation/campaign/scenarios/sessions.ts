import { setTimeout as sleep } from 'node:timers/promises'
import { BROWSER_INFO, NOT_ENROLLED } from '#test/test-merchant.ts'
import { TYPED_CARD } from '../../../api/sessions/browser.ts'
import { best } from '../client.ts'
import type { Answer, Operation } from '../journal.ts'
import { type ScenarioContext, sessionAt } from '../scenario-context.ts'
import { approvedId, followUp } from './place.ts'
import { pressSomething, takeStep } from './shopper.ts'
import { troubles } from './troubles.ts'

const MAX_ATTEMPTS = 8
/** A double click, or two tabs; more would soon be the ten submits that a session takes. */
const CLICKS = 3
/** A fingerprint, a challenge, the same again after a soft decline, and some spare. */
const MOST_STEPS = 6
const WALLETS = ['walleta-pay-redirect', 'walletb-pay-redirect']

/** Shopper's side of one session's page. */
interface SessionScenario {
  readonly context: ScenarioContext
  readonly operation: Operation
  readonly sessionId: string
  /** Providers' pages that stand open in tabs. */
  readonly tabs: string[]
}

/**
 * A shopper pays in the browser: with a card, with a wallet, with both in two tabs, through the bank, or not at all.
 * Shoppers without an approval try again, and some leave a payment unfinished.
 */
export async function session(context: ScenarioContext): Promise<void> {
  const { chance, client, shop } = context
  const amount = chance.integer(100, 50_000)
  const operation = context.want('PURCHASE', amount)
  const sessionId = await open(context, operation)
  if (sessionId === undefined) return
  const scenario: SessionScenario = { context, operation, sessionId, tabs: [] }
  for (let turn = 1; turn <= MAX_ATTEMPTS; turn += 1) {
    if (seemsOver(await attemptPayment(scenario)) && chance.happens(0.7)) break
    if (chance.happens(0.15)) await act(scenario, 'cancel', {})
    if (scenario.tabs.length > 0 && chance.happens(0.3)) await pressSomething(chance, chance.pick(scenario.tabs))
  }
  const seen = await client.insist(operation, sessionAt(sessionId), 1)
  if (seen.class !== 'session' || seen.attempts.length === 0) return
  const latest = await context.resolved(operation, { class: 'open', transactionId: seen.attempts[0]!, step: null })
  const id = approvedId(latest)
  if (id !== undefined && chance.happens(0.3)) {
    await followUp(context, shop.plainTerminal, id, { kind: 'REFUND', amount, metadata: troubles(chance) })
  }
}

function seemsOver(answer: Answer): boolean {
  return answer.class === 'no' || approvedId(answer) !== undefined
}

/** @returns the session's id, also where another copy of the request opened it */
async function open(context: ScenarioContext, operation: Operation): Promise<string | undefined> {
  const { chance, shop, client, reference } = context
  const flow = chance.happens(0.6) ? NOT_ENROLLED : { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' }
  const body = {
    terminal_id: shop.plainTerminal,
    reference,
    description: 'Two bags of beans',
    currency: 'EUR',
    amount: operation.amount,
    transaction_type: operation.kind,
    return_url: 'https://shop.example/thanks',
    metadata: { ...troubles(chance), ...flow, operation: operation.name },
  }
  const answer = await client.insist(operation, { method: 'POST', path: '/api/sessions', body }, context.copies())
  if (answer.class === 'session') return answer.sessionId
  return answer.class === 'no' ? (answer.holderId ?? undefined) : undefined
}

/** One attempt, clicked once or three times, and the steps that come of it as long as the shopper takes them. */
async function attemptPayment(scenario: SessionScenario): Promise<Answer> {
  const { chance } = scenario.context
  const method = chance.happens(0.5) ? TYPED_CARD : { type: chance.pick(WALLETS) }
  const submit = { payment_method: method, browser_info: BROWSER_INFO }
  const clicks = Array.from({ length: chance.happens(0.25) ? CLICKS : 1 }, () => act(scenario, 'pay', submit))
  let next = best(await Promise.all(clicks))
  for (let step = 0; step < MOST_STEPS && next.class === 'open'; step += 1) {
    if (next.step?.kind === 'redirect') scenario.tabs.push(next.step.url!)
    if (chance.happens(0.25)) break
    if (next.step) await takeStep(chance, next.step)
    else await sleep(chance.integer(100, 1500))
    next = await act(scenario, 'continue', { transaction_id: next.transactionId })
  }
  // A client without an answer tries again later, and not all of them in the second in which no process serves.
  if (next.class === 'unsure') await sleep(chance.integer(500, 2500))
  return next
}

/** Sends a request of the card's frame, once: a shopper without an answer presses again or leaves. */
function act({ context, operation, sessionId }: SessionScenario, what: string, body: object): Promise<Answer> {
  const { client, shop } = context
  const path = `/embedded-fields/sessions/${sessionId}/${what}`
  return client.send(operation, { method: 'POST', path, body, clientKey: shop.clientKey })
}
