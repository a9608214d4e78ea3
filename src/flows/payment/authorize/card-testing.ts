import ipaddr from 'ipaddr.js'
import { cardTestingLimitOf } from '#domain/card-testing.ts'
import type { NextStep } from '#domain/next-step.ts'
import type { Terminal } from '#domain/terminal.ts'
import { gatewayOutcome, type Transaction } from '#domain/transaction.ts'
import { recordCardTrial } from '#store/requests/tried-cards.ts'
import type { Gateway } from '../../gateway.ts'
import type { ActiveAttempt } from '../attempt/active-attempt.ts'
import { finalize } from '../outcome/finalize.ts'

const TOO_MANY_CARDS = gatewayOutcome(
  '4200',
  'Too many cards were tried from this address or by this customer; wait a while.',
)

/**
 * Declines a payment with one card too many for its address or customer (docs/reference/limits.md#card-testing), before
 * its shopper is authenticated and before a provider hears of it.
 * @returns undefined where it may go on
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

/** Whoever tries a card, as far as anybody said: nothing of it is kept in clear. */
function sourcesOf({ vault }: Gateway, { merchantId, customer, customerIp }: Transaction): string[] {
  const named = [
    ['address', customerIp && subscriberOf(customerIp)],
    ['customer', customer.id],
  ].filter(([, name]) => name)
  return named.map((source) => Buffer.from(vault.digestOf(merchantId, JSON.stringify(source))).toString('base64url'))
}

/** Subscriber of an IP address: of IPv6 a subscriber has a whole /64 and may use another address for every card. */
function subscriberOf(address: string): string {
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
