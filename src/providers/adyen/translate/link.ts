import type {
  Charge,
  ProcessingCode,
  ProviderAccount,
  ProviderAnswer,
  RedirectInstrument,
} from '#providers/port/tools.ts'
import { answerWith, getText, redirectTo, UnknownOutcome } from '#providers/port/tools.ts'
import { merchantAccountOf } from '../config.ts'
import { LINK_METHODS } from '../link-methods.ts'
import { type AdyenAmount, amountOf } from './amount.ts'
import { wordFor } from './answer.ts'
import { shopperOf } from './shopper.ts'

/** Charge that the shopper completes on Adyen's page. */
export interface LinkCharge extends Charge {
  readonly instrument: RedirectInstrument
}

/** A link's ID is PL and 16 characters; a payment's has 16 in all, and may begin with PL too. */
export function isLink(reference: string): boolean {
  return /^PL\w{16}$/.test(reference)
}

/** Body of `POST /paymentLinks`; null if Adyen cannot represent the amount. */
export function linkOf(account: ProviderAccount, charge: LinkCharge): object | null {
  const amount = amountOf(charge.money)
  const { method } = charge.instrument
  const { types = [], countries = [] } = LINK_METHODS[method] ?? {}
  return (
    amount && {
      merchantAccount: merchantAccountOf(account),
      reference: charge.attemptId,
      merchantOrderReference: charge.reference,
      amount,
      returnUrl: charge.returnUrl,
      allowedPaymentMethods: types,
      captureDelayHours: 0,
      ...linesOf(method, charge.reference, amount),
      ...shopperOf(charge),
      // A link for another country would not show it.
      ...(countries.length === 1 && { countryCode: countries[0] }),
    }
  )
}

/** Lines of methods that need them: the payment as one item, without its tax, which we do not know. */
export function linesOf(method: string, reference: string, { value }: AdyenAmount) {
  if (!LINK_METHODS[method]?.hasLines) return {}
  const amounts = { amountIncludingTax: value, amountExcludingTax: value, taxAmount: 0, taxPercentage: 0 }
  return { lineItems: [{ id: reference, description: reference, quantity: 1, ...amounts }] }
}

/** A paid link stays pending until the notice with its payment, without which nothing could be refunded. */
const STATUSES: Readonly<Record<string, ProcessingCode>> = { expired: '1005' }

/** Answer of a link: a step of the shopper, or the end. */
export function answerOfLink(json: unknown): ProviderAnswer {
  const [status, url] = [getText(json, 'status') ?? '', getText(json, 'url')]
  if (status === 'active') {
    if (url === undefined) throw new UnknownOutcome('Adyen made a link without an address.')
    return redirectTo(url)
  }
  const code = STATUSES[status] ?? '1002'
  return answerWith(code, wordFor(code), { providerResponseCode: status })
}
