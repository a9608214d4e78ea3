import { isDeepStrictEqual } from 'node:util'
import type { ProviderAccount } from '../../src/domain/merchant.ts'
import type { FollowUpType } from '../../src/domain/transaction-type.ts'
import { type InquiryAnswer, UnknownOutcome } from '../../src/providers/port/provider.ts'
import { eventually, isApproved } from '../contract/ensure.ts'
import { losingAnswer, openCuttingProxy } from './lost-answers.ts'
import { codeOf, isPending, type Payment, type Trial } from './trial.ts'

export type Result = 'done' | 'not offered' | 'not tested' | 'failed'
export type Finding = readonly [result: Result, detail: string]

/** Facts of the first charge, for later promises. */
export interface Facts {
  /** Present if it was approved. */
  paid?: Payment
  /** Changing requests over HTTP. */
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
export const LIVE_PROMISES: Readonly<Record<string, Test>> = { charge, refund: refundAll }

const UNPAID: Finding = ['not tested', 'It needs a charge, and the first one was not approved.']

/** Also repeats the request: a charge on a page can be repeated only before it is paid. */
async function charge(trial: Trial, facts: Facts): Promise<Finding> {
  const payment = trial.newPayment()
  const { result: answer, requests } = await losingAnswer(0, () => trial.authorize(payment))
  facts.requests = requests
  const again = await trial.authorize(payment).catch((error: unknown) => error)
  facts.repeated = isDeepStrictEqual(again, answer)
    ? ['done', 'The same attempt gave the same answer.']
    : ['failed', `The same attempt gave another answer. Look for ${payment.charge.attemptId} at the provider.`]
  if (answer.kind === 'shopper-step' && answer.step.kind !== 'action')
    trial.subject.say(`Pay with a test account on this page: ${answer.step.url}`)
  const end = await trial.settled(payment.charge, answer)
  if (end.kind === 'shopper-step') return ['not tested', 'The page was made, but not paid in time; see --wait.']
  if (isApproved(end)) facts.paid = payment
  return judged(end, 'Use a card or test account that the provider approves (--card-file), and check the settings.')
}

async function challenge({ subject: { plan } }: Trial, { paid }: Facts): Promise<Finding> {
  const { threeDs } = plan.capabilities
  if (threeDs === 'gateway') return ['not offered', 'by the gateway, before the charge']
  if (threeDs === 'none') return ['not offered', `${plan.method} has no 3-D Secure`]
  return paid ? ['done', "On the provider's page."] : UNPAID
}

async function captureInPart(trial: Trial): Promise<Finding> {
  const { operations, captures } = trial.subject.plan.capabilities
  if (!canHold(trial)) return notOffered(trial, 'authorizes nothing to capture later')
  if (captures === 'none' || !operations.includes('CAPTURE')) return notOffered(trial, 'captures in full only')
  return tryFollowUp(trial, 'CAPTURE', await approvedHold(trial))
}

async function refundInPart(trial: Trial, { paid }: Facts): Promise<Finding> {
  const { operations, partialRefunds } = trial.subject.plan.capabilities
  if (!operations.includes('REFUND')) return notOffered(trial, 'refunds nothing')
  if (!partialRefunds) return notOffered(trial, 'refunds in full only')
  return tryFollowUp(trial, 'REFUND', paid?.charge.transactionType === 'AUTHORIZE' ? undefined : paid)
}

async function refundAll(trial: Trial, { paid }: Facts): Promise<Finding> {
  if (!paid) return UNPAID
  await trial.giveBack(paid)
  return ['done', 'In full.']
}

async function voidCharge(trial: Trial): Promise<Finding> {
  if (!trial.subject.plan.capabilities.operations.includes('VOID')) return notOffered(trial, 'voids nothing')
  return tryFollowUp(trial, 'VOID', await approvedHold(trial))
}

/** Captures or refunds half of a payment, at least one minor unit, or voids it. */
async function tryFollowUp(trial: Trial, operation: FollowUpType, payment: Payment | undefined): Promise<Finding> {
  if (!payment) return UNPAID
  const { amount } = payment.charge.money
  const part = operation === 'VOID' || amount === 1n ? amount : amount / 2n
  const end = await trial.followUp(payment, operation, part)
  return judged(end, "Check in the provider's portal that the account may do this, and look for the attempt there.")
}

const canHold = ({ subject }: Trial) => subject.plan.capabilities.operations.includes('AUTHORIZE')

/** An authorization, or a charge if the method has none. */
const newHold = (trial: Trial) => trial.newPayment(canHold(trial) ? 'AUTHORIZE' : undefined)

/** @returns undefined if it needs a shopper or is declined */
async function approvedHold(trial: Trial): Promise<Payment | undefined> {
  const payment = newHold(trial)
  const end = await trial.settled(payment.charge, await trial.authorize(payment))
  return isApproved(end) ? payment : undefined
}

async function loseTheAnswer(trial: Trial, { requests }: Facts): Promise<Finding> {
  const { account } = trial.subject
  // Some cannot cancel a captured charge without its ID, which is lost with the answer.
  const payment = newHold(trial)
  if (account.provider === 'iso8583') return loseOnLine(trial, payment, account)
  if (requests === 0) return ['not offered', 'It is called without a network that could lose an answer.']
  return findLost(
    trial,
    payment,
    losingAnswer(requests, () => trial.authorize(payment)),
  )
}

async function loseOnLine(trial: Trial, payment: Payment, account: ProviderAccount): Promise<Finding> {
  const { settings } = account
  if (settings.tls !== false) return ['not tested', 'The line is encrypted, so no proxy can stand in for the host.']
  const proxy = await openCuttingProxy(String(settings.host), Number(settings.port))
  const proxied = { ...account, settings: { ...settings, host: '127.0.0.1', port: proxy.port } }
  try {
    // Opens the line, so that the next bytes of the host are the answer.
    await trial.authorize(trial.newPayment(), proxied)
    proxy.cutNextAnswer()
    return await findLost(trial, payment, trial.authorize(payment, proxied), proxied)
  } finally {
    proxy.close()
  }
}

const FIND_MS = 4000

/** Inquires about a charge without an answer until it is found or the time is over. */
async function findLost(
  trial: Trial,
  { charge }: Payment,
  charging: Promise<unknown>,
  account?: ProviderAccount,
): Promise<Finding> {
  const isUnknown = await charging.then(
    () => false,
    (error) => error instanceof UnknownOutcome,
  )
  if (!isUnknown) return ['failed', 'The connector called a charge without an answer decided; it must be unknown.']
  const { plan, waitMs } = trial.subject
  const isOfPage = plan.method !== 'card'
  const limitMs = trial.notices.isListening && !isOfPage ? waitMs : FIND_MS
  const isFound = ({ kind }: InquiryAnswer) => kind !== 'not-found'
  const answer = await eventually(() => trial.inquire(charge, account), isFound, limitMs, 1000)
  if (codeOf(answer) === '1001') return ['done', 'The outcome was unknown, and the charge was reversed.']
  if (isFound(answer)) return ['done', 'The outcome was unknown, and the inquiry found the charge.']
  if (isOfPage) return ['done', 'The outcome was unknown; the inquiry finds no page that a shopper could pay on.']
  const control = await trial.inquire(trial.payments[0]!.charge, account, false)
  return isFound(control)
    ? ['failed', `The inquiry does not find the charge. Look for ${charge.attemptId} at the provider.`]
    : ['not tested', 'Only a notice of the provider reports the charge, and none arrived; see --notices-port.']
}

async function readNoticeTwice({ subject: { provider, waitMs }, notices }: Trial): Promise<Finding> {
  const junk = provider.readNotice({}, { body: Buffer.from('{}'), header: () => undefined })
  if (junk !== 'forged') return ['not offered', 'It sends no signed notices.']
  if (!notices.isListening)
    return ['not tested', 'no notice arrived; use --notices-port, and let the provider send its notices there.']
  await eventually(
    async () => notices.entries.length,
    (count) => count > 0,
    waitMs,
  )
  if (notices.differs) return ['failed', 'The same notice was read differently the second time.']
  if (notices.entries.length > 0) return ['done', 'Its signature is right, and the second time it counts as the same.']
  return notices.forged > 0
    ? ['failed', 'A notice arrived with a wrong signature: compare the signing key of the account and of the webhook.']
    : ['not tested', "no notice arrived; check the address in the provider's portal, and --notices-url."]
}

function notOffered({ subject: { provider, plan } }: Trial, what: string): Finding {
  return ['not offered', `${provider.name} ${what} by ${plan.method}`]
}

function judged(answer: InquiryAnswer, advice: string): Finding {
  if (isApproved(answer)) return ['done', 'approved']
  if (isPending(answer))
    return ['not tested', 'The provider accepted it; its result comes later, and none came in time.']
  if (answer.kind !== 'outcome') return ['failed', `The answer was ${answer.kind}. ${advice}`]
  const { code, providerResponseCode } = answer.outcome
  return ['failed', `The answer was ${code} (${providerResponseCode ?? 'no code of the provider'}). ${advice}`]
}
