import { eligibleAccounts, type Refusal } from '#domain/eligibility.ts'
import type { ProviderAccount, TerminalConfig } from '#domain/merchant.ts'
import { PAGE_METHODS } from '#domain/payment-methods.ts'
import { paymentTypeOf, type Session } from '#domain/session.ts'
import type { Gateway } from '../gateway.ts'

/** Fields of a current or future session on which its methods depend. */
export type SessionTerms = Pick<
  Session,
  'amount' | 'currency' | 'transactionType' | 'paymentLinkId' | 'paymentMethods' | 'agreement'
>

/** Methods that an agreement can be made with. */
const CARDS: readonly string[] = ['card', 'saved_card']

/** Accounts that support each method of a session, or the reason why none does. */
export type OfferedMethods =
  | { readonly methods: ReadonlyMap<string, readonly ProviderAccount[]> }
  | { readonly refusal: Refusal }

/** Methods that the terminal accepts for a session's currency and type of transaction. */
export function availableMethods(gateway: Gateway, config: TerminalConfig, session: SessionTerms): OfferedMethods {
  const methods = new Map<string, readonly ProviderAccount[]>()
  const refusals: Refusal[] = []
  for (const paymentMethod of PAGE_METHODS.filter((method) => admitsMethod(session, method))) {
    const transactionType = paymentTypeOf(paymentMethod, session.transactionType)
    if (!transactionType) continue
    const { amount, currency } = session
    const eligible = eligibleAccounts(gateway, config, { transactionType, paymentMethod, amount, currency })
    if ('refusal' in eligible) refusals.push(eligible.refusal)
    else methods.set(paymentMethod, eligible.accounts)
  }
  return methods.size > 0 ? { methods } : { refusal: commonReason(refusals, session) }
}

/** True if the shopper may choose this method. A link can be forwarded, so it offers no stored card. */
export function admitsMethod(
  { agreement, paymentLinkId, paymentMethods }: Pick<SessionTerms, 'agreement' | 'paymentLinkId' | 'paymentMethods'>,
  method: string,
): boolean {
  if (agreement && !CARDS.includes(method)) return false
  if (paymentLinkId !== null && method === 'saved_card') return false
  return paymentMethods === null || paymentMethods.includes(method)
}

/** Refusal as authorize would return it, if all methods fail for one reason. */
function commonReason(refusals: readonly Refusal[], { transactionType, currency }: SessionTerms): Refusal {
  const [first] = refusals
  if (first && refusals.every(({ message }) => message === first.message)) return first
  const message = `The terminal accepts no payment method for ${transactionType} in ${currency}; enable one on the terminal.`
  return { code: '2015', property: 'terminal_id', message }
}
