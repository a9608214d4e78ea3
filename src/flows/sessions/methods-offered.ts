import { type BusinessRefusal, refusalOf } from '#domain/acceptance.ts'
import type { Directory } from '#domain/merchant.ts'
import { BANK_METHODS, WALLET_REDIRECTS } from '#domain/payment-methods.ts'
import { type Session, tryTypeOf } from '#domain/session.ts'
import { VOUCHER_METHODS } from '#domain/vouchers.ts'
import { missingRate } from '../authorize/normalize.ts'
import type { Gateway } from '../gateway.ts'
import { providersFor } from '../providers-for.ts'

type Ordered = Pick<Session, 'currency' | 'transactionType'>

/** What a page of ours can take, in the order it is offered. */
const METHODS: readonly string[] = ['card', 'saved_card', ...WALLET_REDIRECTS, ...BANK_METHODS, ...VOUCHER_METHODS]

/** The methods that fit a session: its terminal takes them, for its currency and its kind of transaction. */
export function methodsOffered(gateway: Gateway, directory: Directory, ordered: Ordered): string[] {
  return METHODS.filter((method) => tryTypeOf(method, ordered.transactionType) !== undefined).filter(
    (method) => refusal(gateway, directory, ordered, method) === undefined,
  )
}

/** Why a terminal that offers nothing offers nothing: said of the first method, as authorize would. */
export function unsuited(gateway: Gateway, directory: Directory, ordered: Ordered): BusinessRefusal {
  return refusal(gateway, directory, ordered, METHODS[0]!)!
}

function refusal(gateway: Gateway, directory: Directory, ordered: Ordered, method: string) {
  const wish = {
    transactionType: tryTypeOf(method, ordered.transactionType)!,
    paymentMethod: method,
    currency: ordered.currency,
    providers: providersFor(gateway, method),
  }
  return refusalOf(directory, wish) ?? missingRate(directory.merchant, ordered)
}
