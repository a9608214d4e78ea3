import type { SettlementReader, SettlementRowType, Texts } from '#providers/port/tools.ts'
import { decodeFile, readJsonList, rows } from '#providers/port/tools.ts'

/** Types by event. `_REVERSE` is the older word for `_REVERSAL`. */
const TYPES: Readonly<Record<string, SettlementRowType>> = {
  PAYMENT: 'PAYMENT',
  REFUND: 'REFUND',
  REFUND_REVERSAL: 'REFUND',
  DISPUTE: 'CHARGEBACK',
  CHARGEBACK: 'CHARGEBACK',
  DISPUTE_REVERSAL: 'CHARGEBACK_REVERSAL',
  CHARGEBACK_REVERSAL: 'CHARGEBACK_REVERSAL',
  SETTLEMENT: 'PAID_OUT',
}

/** Adjustments that Cashfree keeps, such as `INSTANT_SETTLEMENT_CHARGE`. */
const FEES = /CHARGE|TAX|FEE/i
const INDIA = '+05:30'

/**
 * Reads Cashfree's answer to "Settlement Reconciliation": flat entries up to version 2023-08-01, and those by
 * `event_details` since 2025-01-01.
 */
export const readSettlement: SettlementReader = (file) => readJsonList(decodeFile(file), readEvent)

function readEvent(text: Texts): rows.RowContent {
  const field = (group: string, name: string) => text(`${group}_details.${name}`) || text(name)
  const event = (name: string) => field('event', name)
  const isFee = FEES.test(event('event_remarks') || text('adjustment_remarks'))
  const word = event('event_type').replace(/_REVERSE$/, '_REVERSAL')
  const type = word === 'OTHER_ADJUSTMENT' && isFee ? 'FEE' : rows.typeIn(TYPES, 'event_type', word)
  const currency = rows.requireCurrency('event_currency', event('event_currency'))
  const batch = rows.providerId('cf_settlement_id', field('settlement', 'cf_settlement_id'))
  if (batch === undefined) throw new rows.UnreadableError('cf_settlement_id is empty, so the event is not settled yet')
  const isRefund = type === 'REFUND'
  const isOurs = type !== 'FEE' && type !== 'PAID_OUT'
  const ids = isRefund
    ? [field('refund', 'refund_id')]
    : [text('order_details.order_tags.link_id'), field('order', 'order_id')]
  const id = field('payment', 'cf_payment_id')
  return {
    ...movementOf(type, currency, event('sale_type'), (name) => event(name) || field('settlement', name)),
    batch,
    reference: isOurs ? rows.attemptIdIn(...ids) : undefined,
    providerReference: isOurs ? rows.providerId('cf_payment_id', (!isRefund && id) || event('event_id')) : undefined,
    settledAt: rows.parseTime('settlement_date', field('settlement', 'settlement_date') || event('event_time'), INDIA),
  }
}

/** Amounts are unsigned. What arrives of a settlement is `amount_settled`. */
function movementOf(type: SettlementRowType, currency: string, saleType: string, text: (name: string) => string) {
  const amount = (name: string) => rows.parseDecimal(name, text(name), currency)
  if (type === 'PAID_OUT') return rows.moves(type, currency, -amount('amount_settled'), 0n)
  if (saleType !== 'DEBIT' && saleType !== 'CREDIT') throw new rows.UnreadableError('sale_type is not CREDIT or DEBIT')
  const sign = saleType === 'DEBIT' ? -1n : 1n
  const net = sign * amount('event_settlement_amount')
  if (type === 'FEE') return rows.moves(type, currency, net, 0n)
  const gross = sign * amount('event_amount')
  return rows.moves(type, currency, gross, gross - net)
}
