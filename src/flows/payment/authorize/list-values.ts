import { plainEmail, readableEmail } from '#domain/email.ts'
import { cardNumberProblems } from '#domain/kept-text.ts'
import { LIST_KINDS, type ListKind, type ListValue } from '#domain/list-entry.ts'
import { emailFacts, type Facts } from '#domain/rules/facts.ts'
import { VALUE_KINDS, type ValueKind } from '#domain/rules/values.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '../../gateway.ts'
import { firstParts, networksAround, readListedNetwork } from './list-networks.ts'
import { digestSubscriber } from './subscriber.ts'

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

/** Normalizes values with several spellings, by kind. */
const PLAIN: Partial<Readonly<Record<ListKind, (text: string) => string>>> = {
  email: plainEmail,
  email_domain: (text) => plainEmail(text.replace(/^@/, '')),
  country: (text) => text.toUpperCase(),
}

/** Reads a merchant's value (docs/reference/lists.md#kinds), but never a card number. @returns advice for an invalid one */
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

/** Listable values of a payment, without hidden hashes (docs/reference/lists.md#who-made-a-payment). */
export function valuesOf(gateway: Gateway, payment: Transaction): readonly ListValue[] {
  const { customer, customerIp, merchantId, paymentMethod, instrumentHash } = payment
  const bin = /^\d{6}(?=\*)/.exec(paymentMethod.masked ?? '')?.[0] ?? null
  const facts = {
    card_hash: bin && (paymentMethod.hash ?? instrumentHash),
    bin,
    ...emailFacts(customer.email),
    customer_id: customer.id,
    customer_ip: customerIp,
    country: customer.country,
  }
  const isHidden = paymentMethod.hash === null
  const hidden = (one: ListValue) => (one.kind === 'card_hash' && isHidden ? { ...one, value: null } : one)
  return factValues(gateway, merchantId, facts).map(hidden)
}

/** Values by which a payment matches entries: its own, shorter BINs and all networks around its address. */
export function matchedValues(gateway: Gateway, merchantId: string, facts: Facts): readonly ListValue[] {
  const { bin, customer_ip: address } = facts
  const bins = [6, 7].map((length) => plain('bin', String(bin ?? '').slice(0, length)))
  const networks = address ? networksAround(String(address)).map((network) => plain('customer_ip', network)) : []
  return [...factValues(gateway, merchantId, facts), ...bins, ...networks]
}

function factValues(gateway: Gateway, merchantId: string, facts: Facts): readonly ListValue[] {
  const valueFor = valuesFor(gateway, merchantId)
  const texts: Facts = { ...facts, email_domain: plainEmail(String(facts.email_domain ?? '')) }
  return LIST_KINDS.flatMap((kind) => (texts[kind] ? [valueFor(kind, String(texts[kind]))] : []))
}

function plain(kind: ListKind, text: string): ListValue {
  return { kind, match: `${kind} ${text}`, value: text }
}

/** Emails, customer IDs and addresses are compared by keyed digests, and shown in part. */
function valuesFor(gateway: Gateway, merchantId: string): ValueOf {
  return (kind, text) => {
    if (kind === 'customer_ip') {
      const network = readListedNetwork(text) ?? text
      if (network.includes('/')) return plain(kind, network)
      const match = `${kind} ${digestSubscriber(gateway, merchantId, network)}`
      return { kind, match, value: `${firstParts(network)}***` }
    }
    if (kind !== 'email' && kind !== 'customer_id') return plain(kind, text)
    // Entries of earlier releases have the digest of this spelling, too.
    const shown = kind === 'email' ? readableEmail(text) : text
    const digest = Buffer.from(gateway.vault.digestOf(merchantId, JSON.stringify(['list', kind, shown])))
    const value =
      kind === 'email' ? `${shown.slice(0, 1)}***${shown.slice(shown.lastIndexOf('@'))}` : `${shown.slice(0, 2)}***`
    return { kind, match: `${kind} ${digest.toString('base64url')}`, value }
  }
}
