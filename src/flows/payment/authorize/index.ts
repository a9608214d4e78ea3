import type { Agreement } from '#domain/agreement.ts'
import { chargeableAccounts, type EligibleAccounts, eligibleAccounts, type Refusal } from '#domain/eligibility.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { NextStep } from '#domain/next-step.ts'
import { RequestError } from '#domain/problem.ts'
import { gatewayOutcome, withholdHash } from '#domain/transaction.ts'
import type { ConfigSnapshot } from '../../config-cache.ts'
import type { Gateway } from '../../gateway.ts'
import type { ActiveAttempt } from '../attempt/active-attempt.ts'
import { declineOverLimit } from '../attempt/decline-over-limit.ts'
import { attempt } from '../attempt/index.ts'
import { finalize } from '../outcome/finalize.ts'
import { agree } from './agree.ts'
import { declineCardTesting } from './card-testing.ts'
import { draftTransaction } from './draft-transaction.ts'
import { judgeByLists } from './judge-by-lists.ts'
import { declineBlocked, judgeRisk } from './judge-risk.ts'
import { mayNameCardNumber } from './own-card-number.ts'
import { nameOf, type PaymentRequest, termsOf } from './payment-request.ts'
import { checkReference, type PreparedPayment, recordIntent } from './record-intent.ts'
import { refuse } from './refuse.ts'
import { resolvePaymentMethod } from './resolve-payment-method.ts'
import { routePayment, withRouting } from './route-payment.ts'
import { encryptCardToSave, saveCardRefusal } from './save-card.ts'

/**
 * Takes a payment request as far as it can go without the shopper. Commits the intent before any external call
 * (docs/reference/guarantees.md#one-charge).
 * @throws RequestError for invalid encrypted fields, and for a taken reference
 */
export function authorize(gateway: Gateway, request: PaymentRequest): Promise<NextStep> {
  return gateway.configs.decide(request.merchantId, request.terminalId, async (snapshot, decided) => {
    const { config } = snapshot
    const eligible = eligibleAccounts(gateway, config, termsOf(request))
    if ('refusal' in eligible) {
      if (mayNameCardNumber(request)) await openInVain(gateway, snapshot, request)
      return refuse(gateway, config, request, eligible.refusal)
    }

    const payment = await prepare(gateway, snapshot, request, eligible.accounts)
    if ('refusal' in payment) {
      await checkReference(gateway, request)
      return refuse(gateway, config, request, payment.refusal)
    }

    const method = nameOf(request.paymentMethod)
    const listed = await judgeByLists(gateway, snapshot, method, payment)
    await using judged = await judgeRisk(gateway, snapshot, method, payment, listed?.risk)
    const route = await routePayment(gateway, snapshot, method, payment)
    await using permit = await gateway.circuits.admitFirst(route.accounts)
    const account = permit?.account ?? eligible.accounts[0]
    const { transaction: drafted } = judged.intent
    const transaction = judged.block ? drafted : withRouting(drafted, route, permit?.account)
    const open = await recordIntent(gateway, config, request, { ...payment, transaction }, account)
    decided()
    await listed?.countHit()
    if (judged.block) return await declineBlocked(gateway, open, judged.block)
    judged.keepCount()
    if (!permit) return await declineUnavailable(gateway, open)
    const declined =
      (await declineCardTesting(gateway, config.terminal!, open)) ?? (await declineOverLimit(gateway, open))
    if (declined) return declined
    permit.use()
    return await attempt(gateway, open)
  })
}

/**
 * Resolves the payment method, and prepares the record and the charge.
 * @returns chargeable accounts in routing order, or a refusal @throws RequestError, StaleConfig as
 * `resolvePaymentMethod` does
 */
async function prepare(
  gateway: Gateway,
  snapshot: ConfigSnapshot,
  request: PaymentRequest,
  eligible: EligibleAccounts,
): Promise<(PreparedPayment & { readonly accounts: readonly ProviderAccount[] }) | { readonly refusal: Refusal }> {
  const { config } = snapshot
  const method = await resolvePaymentMethod(gateway, snapshot, request, eligible)
  if ('refusal' in method) return method
  const { instrument, view, walletMessage, agreement: charged = null } = method
  const terms = { ...termsOf(request), instrument, customer: request.customer }
  const chargeable = chargeableAccounts(gateway, config, eligible, terms)
  if ('refusal' in chargeable) return chargeable
  const accounts = knownAccounts(chargeable.accounts, charged)
  if (accounts.length === 0 && charged) return { refusal: UNKNOWN_TO_SCHEME }
  const refusal = await saveCardRefusal(gateway, config.merchant, request)
  if (refusal) return { refusal }
  const storedCard = await encryptCardToSave(gateway, request, instrument)
  const draft = draftTransaction(gateway, request)
  const agreed = await agree(gateway, snapshot, request, draft)
  if (agreed && 'refusal' in agreed) return agreed
  const agreement = charged ?? agreed?.agreement ?? null
  const agreementId = agreement?.agreementId ?? null
  const { normalizedAmount } = chargeable
  const storedToken = storedCard?.token ?? null
  const customer = { ...draft.customer, id: draft.customer.id ?? charged?.customerId ?? null }
  const transaction = { ...draft, customer, normalizedAmount, ...withholdHash(view), storedToken, agreementId }
  const newAgreement = agreed?.isNew ? agreed.agreement : null
  return { transaction, instrument, agreement, accounts, storedCard, newAgreement, walletMessage }
}

/** Without the scheme's ID, only the account of the first payment knows the agreement. */
function knownAccounts(accounts: readonly ProviderAccount[], charged: Agreement | null): readonly ProviderAccount[] {
  if (!charged || charged.networkTransactionId !== null) return accounts
  return accounts.filter(({ providerAccountId }) => providerAccountId === charged.providerAccountId)
}

const UNKNOWN_TO_SCHEME: Refusal = {
  code: '2015',
  property: 'payment_method.data.agreement_id',
  message: 'Only the provider account of the first payment can charge this agreement, and it cannot be used now.',
}

/** Payment methods with a card that can be decrypted without side effects. */
const OPENED_IN_VAIN: readonly string[] = ['card', 'typed-card', 'network-token']

/** Decrypts the card of a refused request, because the stored refusal has texts that may contain its number. */
async function openInVain(gateway: Gateway, snapshot: ConfigSnapshot, request: PaymentRequest): Promise<void> {
  if (!OPENED_IN_VAIN.includes(request.paymentMethod.kind)) return
  try {
    await resolvePaymentMethod(gateway, snapshot, request, [])
  } catch (error) {
    const isOfMethod =
      error instanceof RequestError && error.problems.some(({ property }) => property.startsWith('payment_method'))
    if (!isOfMethod) throw error
  }
}

/** Declines immediately, because every account's circuit is open. */
function declineUnavailable(gateway: Gateway, { transaction, attemptId }: ActiveAttempt): Promise<NextStep> {
  const outcome = gatewayOutcome('1001', 'No provider answers at the moment; try again in a minute.')
  return finalize(gateway, transaction, outcome, { expected: 'provider-answer', attemptId })
}
