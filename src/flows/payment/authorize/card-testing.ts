import { cardTestingLimitOf } from '#domain/card-testing.ts'
import type { NextStep } from '#domain/next-step.ts'
import type { Terminal } from '#domain/terminal.ts'
import { gatewayOutcome, type Transaction } from '#domain/transaction.ts'
import { recordCardTrial } from '#store/requests/tried-cards.ts'
import type { Gateway } from '../../gateway.ts'
import type { ActiveAttempt } from '../attempt/active-attempt.ts'
import { finalize } from '../outcome/finalize.ts'
import { digestSubscriber } from './subscriber.ts'

const TOO_MANY_CARDS = gatewayOutcome(
  '4200',
  'Too many cards were tried from this address or by this customer; wait a while.',
)

/**
 * Declines a payment with too many cards of its address or customer (docs/reference/limits.md#card-testing).
 * @returns undefined if it may continue
 */
export async function declineCardTesting(
  gateway: Gateway,
  terminal: Terminal,
  { transaction, attemptId, instrument }: ActiveAttempt,
): Promise<NextStep | undefined> {
  const limit = cardTestingLimitOf(terminal.cardTestingLimit, gateway.settings.realm)
  if (!limit || instrument.kind !== 'card' || instrument.byAgreement) return undefined
  const { merchantId, terminalId, id: transactionId } = transaction
  const sources = sourcesOf(gateway, transaction)
  if (sources.length === 0) return undefined
  const trial = { merchantId, terminalId, transactionId, card: instrument.card.maskedCard.hash, sources }
  if (await recordCardTrial(gateway.sql, trial, limit)) return undefined
  return finalize(gateway, transaction, TOO_MANY_CARDS, { expected: 'provider-answer', attemptId })
}

/** Keyed digests of the address and the customer that try a card. */
function sourcesOf(gateway: Gateway, { merchantId, customer, customerIp }: Transaction): string[] {
  const ofCustomer = JSON.stringify(['customer', customer.id])
  return [
    ...(customerIp ? [digestSubscriber(gateway, merchantId, customerIp)] : []),
    ...(customer.id ? [Buffer.from(gateway.vault.digestOf(merchantId, ofCustomer)).toString('base64url')] : []),
  ]
}
