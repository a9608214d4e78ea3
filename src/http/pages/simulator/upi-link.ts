import { majorUnitsOf } from '#domain/currency.ts'
import type { ShownCharge } from '#providers/simulators/common/pages.ts'

/** The shop's own address; no bank has this handle. */
const PAYEE = 'shop@simulated'

/** What a UPI app reads from a code (NPCI, UPI linking): payee, name, amount, currency, reference. */
export function upiLink({ attemptId, money, page }: ShownCharge): string {
  const fields = { pa: PAYEE, pn: page.merchantName, am: majorUnitsOf(money), cu: money.currency, tr: attemptId }
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `upi://pay?${query.join('&')}`
}
