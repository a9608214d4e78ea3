import { domainToASCII } from 'node:url'
import type { Card } from '#domain/card.ts'
import { cardNumberProblems } from '#domain/kept-text.ts'
import type { ListKind, ListValue } from '#domain/list-entry.ts'
import { emailFacts } from '#domain/rules/facts.ts'
import { VALUE_KINDS, type ValueKind } from '#domain/rules/values.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '../../gateway.ts'
import { firstParts, networksAround, readListedNetwork } from './list-networks.ts'
import { digestSubscriber } from './subscriber.ts'

/** Makes values of a merchant's lists. */
type ValueOf = (kind: ListKind, text: string) => ListValue

const READERS: Readonly<Record<ListKind, ValueKind>> = {
  card_hash: {
    read: (text) => (/^[\w-]{43}$/.test(String(text)) ? String(text) : undefined),
    advice: 'Use payment_method.hash of a record.',
  },
  bin: VALUE_KINDS.bin,
  email: VALUE_KINDS.email,
  email_domain: VALUE_KINDS.domain,
  customer_id: VALUE_KINDS.text,
  customer_ip: {
    ...VALUE_KINDS.network,
    advice: 'Use an address or a network, for example 203.0.113.7 or 2001:db8::/32.',
  },
  country: VALUE_KINDS.country,
}

/** What people write of a value in more than one way. */
const PLAIN: Partial<Readonly<Record<ListKind, (text: string) => string>>> = {
  email: (text) => text.toLowerCase(),
  email_domain: (text) => domainToASCII(text.replace(/^@|\.$/g, '')),
  country: (text) => text.toUpperCase(),
}

/**
 * Reads a value as a merchant writes it (docs/reference/lists.md#kinds). A card number is none, of any kind.
 * @returns what to use instead of a text that is none
 */
export function readListValue(
  gateway: Gateway,
  merchantId: string,
  kind: ListKind,
  written: string,
): ListValue | { readonly message: string } {
  const [problem] = cardNumberProblems('value', written)
  if (problem) return problem
  const text = READERS[kind].read((PLAIN[kind] ?? String)(written.trim()))
  return text === undefined ? { message: READERS[kind].advice } : valuesFor(gateway, merchantId)(kind, String(text))
}

/**
 * Values of a payment that can be listed, of each kind that it has (docs/reference/lists.md#who-made-a-payment). A hash that
 * its record does not show yet is not shown either.
 */
export function valuesOf(gateway: Gateway, payment: Transaction): readonly ListValue[] {
  const { customer, customerIp, paymentMethod, instrumentHash } = payment
  const { email, email_domain: domain } = emailFacts(customer.email)
  const bin = /^\d{6}(?=\*)/.exec(paymentMethod.masked ?? '')?.[0]
  const texts = {
    card_hash: bin && (paymentMethod.hash ?? instrumentHash),
    bin,
    email,
    email_domain: domain && domainToASCII(String(domain)),
    customer_id: customer.id,
    customer_ip: customerIp,
    country: customer.country,
  } satisfies Record<ListKind, unknown>
  const valueFor = valuesFor(gateway, payment.merchantId)
  return Object.entries(texts).flatMap(([kind, text]) => {
    const value = text ? [valueFor(kind as ListKind, String(text))] : []
    return kind === 'card_hash' && paymentMethod.hash === null ? value.map((one) => ({ ...one, value: null })) : value
  })
}

/** Values by which a payment matches entries: those that can be listed, longer BINs and all networks around its address. */
export function matchedValues(gateway: Gateway, payment: Transaction, card: Card | null): readonly ListValue[] {
  const bins = card ? [7, 8].map((length) => plain('bin', card.number.reveal().slice(0, length))) : []
  const networks = networksAround(payment.customerIp).map((network) => plain('customer_ip', network))
  return [...valuesOf(gateway, payment), ...bins, ...networks]
}

function plain(kind: ListKind, text: string): ListValue {
  return { kind, match: text, value: text }
}

/** Emails, customer IDs and addresses are compared by keyed digests, and shown in part. */
function valuesFor(gateway: Gateway, merchantId: string): ValueOf {
  return (kind, text) => {
    if (kind === 'customer_ip') {
      const network = readListedNetwork(text)
      if (network?.includes('/')) return plain(kind, network)
      return { kind, match: digestSubscriber(gateway, merchantId, text), value: `${firstParts(text)}***` }
    }
    if (kind !== 'email' && kind !== 'customer_id') return plain(kind, text)
    const digest = gateway.vault.digestOf(merchantId, JSON.stringify(['list', kind, text]))
    const value =
      kind === 'email' ? `${text.slice(0, 1)}***${text.slice(text.lastIndexOf('@'))}` : `${text.slice(0, 2)}***`
    return { kind, match: Buffer.from(digest).toString('base64url'), value }
  }
}
