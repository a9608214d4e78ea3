import { type Refusal, refusalOf } from '#domain/acceptance.ts'
import type { TerminalConfig } from '#domain/merchant.ts'
import { BANK_METHODS, WALLET_REDIRECTS } from '#domain/payment-methods.ts'
import { paymentTypeOf, type Session } from '#domain/session.ts'
import { VOUCHER_METHODS } from '#domain/vouchers.ts'
import { missingRate } from '../authorize/normalize.ts'
import type { Gateway } from '../gateway.ts'
import { providersFor } from '../providers-for.ts'

type SessionTerms = Pick<Session, 'currency' | 'transactionType'>

/** What a page of ours can take, in the order it is offered. */
const METHODS: readonly string[] = ['card', 'saved_card', ...WALLET_REDIRECTS, ...BANK_METHODS, ...VOUCHER_METHODS]

/** The methods that fit a session: its terminal takes them, for its currency and its kind of transaction. */
export function methodsOffered(gateway: Gateway, config: TerminalConfig, session: SessionTerms): string[] {
  return fitting(session).filter((method) => refusal(gateway, config, session, method) === undefined)
}

/** Why a terminal that offers nothing offers nothing: as authorize would say it, if all methods fail for one reason. */
export function unsuited(gateway: Gateway, config: TerminalConfig, session: SessionTerms): Refusal {
  const { currency, transactionType } = session
  const reasons = fitting(session).map((method) => refusal(gateway, config, session, method)!)
  const [first] = reasons
  if (first && reasons.every(({ message }) => message === first.message)) return first
  const message = `The terminal takes no payment method for ${transactionType} in ${currency}; enable one there.`
  return { code: '2015', property: 'terminal_id', message }
}

function fitting({ transactionType }: SessionTerms): readonly string[] {
  return METHODS.filter((method) => paymentTypeOf(method, transactionType) !== undefined)
}

function refusal(gateway: Gateway, config: TerminalConfig, session: SessionTerms, method: string) {
  const terms = {
    transactionType: paymentTypeOf(method, session.transactionType)!,
    paymentMethod: method,
    currency: session.currency,
    providers: providersFor(gateway, method),
  }
  return refusalOf(config, terms) ?? missingRate(config.merchant, session)
}
