import type { Actor } from '#domain/actor.ts'
import { newId } from '#domain/ids.ts'
import type { TerminalConfig } from '#domain/merchant.ts'
import type { PaymentLink, PaymentLinkState } from '#domain/payment-link.ts'
import { type Problem, problem } from '#domain/problem.ts'
import { ReferenceTaken } from '#domain/reference.ts'
import { findPaymentLink, insertPaymentLink } from '#store/payment-links/payment-links.ts'
import { withAuditEntry } from '../change.ts'
import { merchantTime, StaleConfig } from '../config-cache.ts'
import type { Gateway } from '../gateway.ts'
import { todayOf } from '../payment/authorize/open-agreement.ts'
import { agreementProblems } from '../sessions/agreement-of-session.ts'
import { availableMethods } from '../sessions/available-methods.ts'
import { checkTerminal, orderProblems, refuseOrder } from '../sessions/order-checks.ts'
import { expiryProblems } from './link-expiry.ts'
import { linkTerms } from './link-terms.ts'

/** Without `expiresAt` it expires after 30 days; null is never. */
export type NewPaymentLink = Omit<PaymentLink, 'paymentLinkId' | 'expiresAt' | 'createdAt'> & {
  readonly expiresAt: Date | null | undefined
}

const DEFAULT_MS = 30 * 86_400_000

/**
 * Creates a payment link, which reserves its reference (docs/reference/payment-links.md#the-link).
 * @throws RequestError 422 on `terminal_id` with the processing code, on `reference` with its holder, on `customer.id`,
 * `tokenization`, `payment_methods`, `expires_at`, `agreement`
 */
export function createPaymentLink(gateway: Gateway, actor: Actor, request: NewPaymentLink): Promise<PaymentLinkState> {
  return gateway.configs.decide(request.merchantId, request.terminalId, async (snapshot) => {
    const { config } = snapshot
    const now = merchantTime(gateway, snapshot)
    await checkTerminal(gateway, config, { ...linkTerms(request), paymentMethods: null })
    const problems = [
      ...expiryProblems(request.expiresAt, now),
      ...methodProblems(gateway, config, request),
      ...(await agreementProblems(gateway, request, todayOf(gateway, snapshot))),
      ...(await orderProblems(gateway, config, request)),
    ]
    if (problems.length > 0) await refuseOrder(gateway, config, request, problems)
    const { expiresAt = new Date(now.getTime() + DEFAULT_MS) } = request
    return store(gateway, actor, config, {
      ...request,
      expiresAt,
      paymentLinkId: newId('lnk'),
      createdAt: gateway.clock.now(),
    })
  })
}

/** Problem if a terminal accepts none of a link's methods. */
function methodProblems(gateway: Gateway, config: TerminalConfig, request: NewPaymentLink): Problem[] {
  if ('methods' in availableMethods(gateway, config, linkTerms(request))) return []
  const message = 'The terminal accepts none of these methods; name one that it accepts.'
  return [problem('payment_methods', message)]
}

function store(gateway: Gateway, actor: Actor, { version }: TerminalConfig, link: PaymentLink) {
  const { merchantId, paymentLinkId, reference, currency, amount } = link
  const changes = { reference, currency, amount: amount === null ? null : String(amount) }
  const deed = { actor, action: 'payment-link.created' as const, merchantId, subject: paymentLinkId, changes }
  return withAuditEntry(gateway, deed, async (tx) => {
    const answer = await insertPaymentLink(tx, version, link)
    if (answer.kind === 'outdated') throw new StaleConfig()
    if (answer.kind === 'reference-taken') throw new ReferenceTaken(answer.holder)
    return (await findPaymentLink(tx, merchantId, paymentLinkId))!
  })
}
