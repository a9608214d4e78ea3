import { isDeepStrictEqual } from 'node:util'
import { sayAside } from '#client/command/say.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { type InquiryAnswer, UnknownOutcome } from '#providers/port/provider.ts'
import { loseAnswer, openCuttingProxy } from './lost-answers.ts'
import { codeOf, isApproved, isPending, type Payment, pause, type Trial } from './trial.ts'

export type Result = 'done' | 'not offered' | 'not tested' | 'failed'
export type Finding = readonly [result: Result, detail: string]

/** Facts of earlier promises, for later ones. */
export interface Facts {
  paid?: Payment
  /** Changing requests of a charge over HTTP. */
  requests: number
  repeated?: Finding
}

type Test = (trial: Trial, facts: Facts) => Promise<Finding>

/** Promises of docs/contribute/add-a-provider.md, in the order in which they are tried. */
export const PROMISES: Readonly<Record<string, Test>> = {
  charge,
  challenge,
  'part capture': captureInPart,
  'part refund': refundInPart,
  void: voidCharge,
  'repeated request': async (_, { repeated }) => repeated ?? UNPAID,
  'lost answer': loseTheAnswer,
  'notice twice': readNoticeTwice,
}

/** Real money is charged once. */
export const PRODUCTION_PROMISES: Readonly<Record<string, Test>> = { charge, refund: refundAll }

const UNPAID: Finding = ['not tested', 'It needs a charge, and the first one was not approved.']

/** Also repeats the request: a charge on a page can be repeated only before it is paid. */
async function charge(trial: Trial, facts: Facts): Promise<Finding> {
  const payment = await trial.newPayment()
  let answer: InquiryAnswer | undefined
  facts.requests = await loseAnswer(async () => {
    answer = await trial.authorize(payment)
  })
  const again = await trial.authorize(payment).catch((error: unknown) => error)
  facts.repeated = isDeepStrictEqual(again, answer)
    ? ['done', 'The same attempt gave the same answer.']
    : ['failed', `The same attempt gave another answer. Look for ${payment.charge.attemptId} at the provider.`]
  if (answer?.kind === 'shopper-step') {
    const { step } = answer
    if (step.kind !== 'action') sayAside(`Pay with a test account on this page: ${step.url}`)
  }
  const end = await trial.settled(payment.charge, answer!)
  if (end.kind === 'shopper-step') return ['not tested', 'The page was made, but not paid in time; see --wait.']
  if (isApproved(end)) facts.paid = payment
  return judged(end, 'Use a card or test account that the provider approves (--card-file), and check the settings.')
}

async function challenge({ surroundings: { plan } }: Trial, { paid }: Facts): Promise<Finding> {
  const { threeDs } = plan.capabilities
  if (threeDs === 'gateway') return ['not offered', 'by the gateway, before the charge']
  if (threeDs === 'none') return ['not offered', `${plan.method} has no 3-D Secure`]
  return paid ? ['done', "On the provider's page."] : UNPAID
}

async function captureInPart(trial: Trial): Promise<Finding> {
  const { operations, captures } = trial.surroundings.plan.capabilities
  if (!isHeld(trial)) return notOffered(trial, 'authorizes nothing to capture later')
  if (captures === 'none' || !operations.includes('CAPTURE')) return notOffered(trial, 'captures in full only')
  const payment = await authorized(trial)
  return payment ? judged(await trial.followUp(payment, 'CAPTURE', half(payment)), CHECK_PORTAL) : UNPAID
}

async function refundInPart(trial: Trial, { paid }: Facts): Promise<Finding> {
  const { operations, partialRefunds } = trial.surroundings.plan.capabilities
  if (!operations.includes('REFUND')) return notOffered(trial, 'refunds nothing')
  if (!partialRefunds) return notOffered(trial, 'refunds in full only')
  return paid && paid.charge.transactionType !== 'AUTHORIZE'
    ? judged(await trial.followUp(paid, 'REFUND', half(paid)), CHECK_PORTAL)
    : UNPAID
}

async function refundAll(trial: Trial, { paid }: Facts): Promise<Finding> {
  if (!paid) return UNPAID
  await trial.giveBack(paid)
  return ['done', 'In full.']
}

async function voidCharge(trial: Trial): Promise<Finding> {
  const { operations } = trial.surroundings.plan.capabilities
  if (!operations.includes('VOID')) return notOffered(trial, 'voids nothing')
  const payment = await authorized(trial)
  return payment ? judged(await trial.followUp(payment, 'VOID', payment.charge.money.amount), CHECK_PORTAL) : UNPAID
}

const CHECK_PORTAL = "Check in the provider's portal that the account may do this, and look for the attempt there."

/** An approved authorization, or a charge where there is none; undefined if it needs a shopper or is declined. */
async function authorized(trial: Trial): Promise<Payment | undefined> {
  const payment = await trial.newPayment(isHeld(trial) ? 'AUTHORIZE' : undefined)
  const end = await trial.settled(payment.charge, await trial.authorize(payment))
  return isApproved(end) ? payment : undefined
}

const isHeld = ({ surroundings: { plan } }: Trial) => plan.capabilities.operations.includes('AUTHORIZE')

const LOST: Finding = ['failed', 'The connector called a charge without an answer decided; it must be unknown.']

async function loseTheAnswer(trial: Trial, { requests }: Facts): Promise<Finding> {
  const { account } = trial.surroundings
  // Some cannot cancel a captured charge without its ID, which is lost with the answer.
  const payment = await trial.newPayment(isHeld(trial) ? 'AUTHORIZE' : undefined)
  if (account.provider === 'iso8583') return loseOnLine(trial, payment, account)
  if (requests === 0) return ['not offered', 'It is called without a network that could lose an answer.']
  let isUnknown = false
  await loseAnswer(async () => {
    isUnknown = await trial.authorize(payment).then(() => false, isUnknownOutcome)
  }, requests)
  return isUnknown ? found(trial, payment) : LOST
}

async function loseOnLine(trial: Trial, payment: Payment, account: ProviderAccount): Promise<Finding> {
  const { settings } = account
  if (settings.tls !== false) return ['not tested', 'The line is encrypted, so no proxy can stand in for the host.']
  const proxy = await openCuttingProxy(String(settings.host), Number(settings.port))
  const proxied = { ...account, settings: { ...settings, host: '127.0.0.1', port: proxy.port } }
  try {
    // Opens the line, so that the next bytes of the host are the answer.
    await trial.authorize(await trial.newPayment(), proxied)
    proxy.cutNextAnswer()
    const isUnknown = await trial.authorize(payment, proxied).then(() => false, isUnknownOutcome)
    return isUnknown ? await found(trial, payment, proxied) : LOST
  } finally {
    proxy.close()
  }
}

const isUnknownOutcome = (error: unknown) => error instanceof UnknownOutcome

/** Inquires about a charge without an answer until it is found or the time is over. */
async function found(trial: Trial, { charge }: Payment, account?: ProviderAccount): Promise<Finding> {
  const { surroundings, payments } = trial
  const isTold = surroundings.plan.method === 'card' && surroundings.notices.isListening
  const until = performance.now() + (isTold ? surroundings.waitMs : FIND_MS)
  for (;;) {
    const answer = await trial.inquire(charge, account)
    if (codeOf(answer) === '1001') return ['done', 'The outcome was unknown, and the charge was reversed.']
    if (answer.kind !== 'not-found') return ['done', 'The outcome was unknown, and the inquiry found the charge.']
    if (performance.now() > until) break
    await pause(1000)
  }
  if (surroundings.plan.method !== 'card')
    return ['done', 'The outcome was unknown; the inquiry finds no page that a shopper could pay on.']
  const control = await trial.inquire(payments[0]!.charge, account, false)
  return control.kind === 'not-found'
    ? ['not tested', 'Only a notice of the provider reports the charge, and none arrived; see --notices-port.']
    : ['failed', `The inquiry does not find the charge. Look for ${charge.attemptId} at the provider.`]
}

const FIND_MS = 4000

async function readNoticeTwice({ surroundings }: Trial): Promise<Finding> {
  const { provider, notices, waitMs } = surroundings
  const junk = provider.readNotice({}, { body: Buffer.from('{}'), header: () => undefined })
  if (junk !== 'forged') return ['not offered', 'It sends no signed notices.']
  if (!notices.isListening)
    return ['not tested', 'no notice arrived; use --notices-port, and let the provider send its notices there.']
  const until = performance.now() + waitMs
  while (notices.entries.length === 0 && performance.now() < until) await pause(200)
  if (notices.differs) return ['failed', 'The same notice was read differently the second time.']
  if (notices.entries.length > 0) return ['done', 'Its signature is right, and the second time it counts as the same.']
  return notices.forged > 0
    ? ['failed', 'A notice arrived with a wrong signature: compare the signing key of the account and of the webhook.']
    : ['not tested', "no notice arrived; check the address in the provider's portal, and --notices-url."]
}

function notOffered({ surroundings: { account, plan } }: Trial, what: string): Finding {
  return ['not offered', `${account.provider} ${what} by ${plan.method}`]
}

/** At least one minor unit. */
function half({ charge: { money } }: Payment): bigint {
  return money.amount > 1n ? money.amount / 2n : 1n
}

function judged(answer: InquiryAnswer, advice: string): Finding {
  if (isApproved(answer)) return ['done', 'approved']
  if (isPending(answer))
    return ['not tested', 'The provider accepted it; its result comes later, and none came in time.']
  if (answer.kind !== 'outcome') return ['failed', `The answer was ${answer.kind}. ${advice}`]
  const { code, providerResponseCode } = answer.outcome
  return ['failed', `The answer was ${code} (${providerResponseCode ?? 'no code of the provider'}). ${advice}`]
}
