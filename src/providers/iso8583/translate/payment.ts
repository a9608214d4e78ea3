import { type Charge, currencyNumber, type FollowUp, Secret, statementName } from '#providers/port/tools.ts'
import type { StoredRequest, TraceNumber } from '../acquirer-store.ts'
import type { Fields } from '../codec/message.ts'
import type { Settings } from '../config.ts'
import { HOSTS } from '../hosts.ts'
import { localTimeOf, retrievalReferenceOf, traceOf } from './trace.ts'

/** Message in two parts: `fields` may be stored in clear text, the others may not. */
export interface Parts {
  readonly type: string
  readonly fields: Fields
}

/** Advice of a capture, and its repeat. */
export const CAPTURE = '0220'
export const CAPTURE_AGAIN = '0221'
/** Processing code (data element 3) of a payment. */
export const SALE = '000000'
const CREDIT = '200000'
const MOST_MINOR_UNITS = 999_999_999_999n
const ACQUIRER_DIGITS = 11

/** Reason why a charge cannot be encoded; null if it can. */
export function unsupportedReason({ instrument, money }: Charge): string | null {
  if (instrument.kind !== 'card') return 'This acquirer takes cards only.'
  if (instrument.cryptogram) return 'This acquirer takes no network tokens.'
  if (money.amount > MOST_MINOR_UNITS) return 'The amount has more than twelve digits.'
  return currencyNumber(money.currency) ? null : `${money.currency} has no number in ISO 4217.`
}

/** 0100 for an authorization, 0200 for a purchase, without data that must not be stored. */
export function paymentParts(charge: Charge, settings: Settings, trace: TraceNumber): Parts {
  const { entryMode, onFileMode, condition } = HOSTS[settings.field_table]
  const isOnFile = charge.agreement?.initiatedBy === 'MERCHANT'
  const own = { 3: SALE, 4: amountOf(charge.money.amount), 22: isOnFile ? onFileMode : entryMode, 25: condition }
  const currency = currencyNumber(charge.money.currency)!
  const fields = { ...own, ...terminalFields(settings, charge.merchantName), ...timesOf(trace, settings), 49: currency }
  return { type: charge.transactionType === 'AUTHORIZE' ? '0100' : '0200', fields }
}

/** Data sent once and never stored: the authentication, the security code, and an agreement's part. */
export function transientFields({ instrument, proof, agreement = null }: Charge, settings: Settings): Fields {
  if (instrument.kind !== 'card') return {}
  const { maskedCard, cvv } = instrument.card
  const { authentication } = HOSTS[settings.field_table]
  const part = authentication[maskedCard.brand as keyof typeof authentication]
  return part?.({ proof, cvv, agreement }) ?? {}
}

/** Data elements 2 and 14. */
export function cardFields(card: Secret<string>): Fields {
  const [number = '', expiry = ''] = card.reveal().split('=')
  return { 2: number, 14: expiry }
}

/** Number and expiry (YYMM), for sealing. */
export function keptCard({ instrument }: Charge): Secret<string> {
  if (instrument.kind !== 'card') throw new TypeError('Only cards are charged here.')
  const { number, expirationMonth, expirationYear } = instrument.card
  const expiry = String(expirationYear % 100).padStart(2, '0') + String(expirationMonth).padStart(2, '0')
  return new Secret(`${number.reveal()}=${expiry}`)
}

/** 0220, the advice of a capture, or 0200 with processing code 20 for a refund; both name their original. */
export function followUpParts(
  { operation, money }: FollowUp,
  original: StoredRequest,
  settings: Settings,
  trace: TraceNumber,
): Parts {
  const fields = { ...original.fields, ...timesOf(trace, settings), 4: amountOf(money.amount) }
  if (operation === 'REFUND') return { type: '0200', fields: { ...fields, 3: CREDIT } }
  const approval = original.answer?.[38]
  const approved: Fields = approval === undefined ? {} : { 38: approval }
  return { type: CAPTURE, fields: { ...fields, ...approved, 90: originalElementsOf(original) } }
}

/** Data element 90: type, trace number, time and acquirer of the original, and no forwarding institution. */
export function originalElementsOf({ type, fields }: Pick<StoredRequest, 'type' | 'fields'>): string {
  const acquirer = (fields[32] ?? '').padStart(ACQUIRER_DIGITS, '0')
  return `${type}${fields[11]}${fields[7]}${acquirer}${'0'.repeat(ACQUIRER_DIGITS)}`
}

function timesOf(trace: TraceNumber, { time_zone }: Settings): Fields {
  const { stan, transmitted } = traceOf(trace)
  return { 7: transmitted, 11: stan, ...localTimeOf(trace.at, time_zone), 37: retrievalReferenceOf(trace) }
}

function terminalFields(settings: Settings, merchantName: string): Fields {
  return {
    18: settings.merchant_category_code,
    32: settings.acquirer_id,
    41: settings.terminal_id.padEnd(8),
    42: settings.merchant_id.padEnd(15),
    43: nameOnStatements(settings, merchantName) + settings.city.padEnd(13) + settings.country,
  }
}

/** First part of data element 43; at least the merchant's number, even if it was renamed. */
function nameOnStatements(settings: Settings, merchantName: string): string {
  const name = settings.statement_name ?? statementName(merchantName)
  return (name === '' ? settings.merchant_id : name).slice(0, 25).padEnd(25)
}

function amountOf(amount: bigint): string {
  return String(amount).padStart(12, '0')
}
