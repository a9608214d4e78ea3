import { domainToASCII } from 'node:url'
import type { Card } from '#domain/card.ts'
import { isCountry } from '#domain/country.ts'
import { isEmail } from '#domain/email.ts'
import { cardNumberProblems } from '#domain/kept-text.ts'
import { type ListKind, type ListValue, maskCustomerId, maskEmail } from '#domain/list-entry.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '../gateway.ts'
import { digestSubscriber } from '../payment/authorize/subscriber.ts'
import { maskAddress, networksAround, readListedNetwork } from './list-networks.ts'

/** A text that cannot be a value of its kind, with what to use instead. */
interface NoValue {
  readonly message: string
}

type Vault = Pick<Gateway, 'vault'>

/** Reads a value of each kind as a merchant writes it (docs/reference/lists.md#kinds). */
const READERS: Readonly<Record<ListKind, (gateway: Vault, merchantId: string, text: string) => ListValue | NoValue>> = {
  card_hash: (_, __, hash) =>
    /^[\w-]{43}$/.test(hash) ? shown('card_hash', hash) : { message: 'Use payment_method.hash of a record.' },
  bin: (_, __, bin) =>
    /^\d{6,8}$/.test(bin) ? shown('bin', bin) : { message: 'Use the first 6 to 8 digits of a card.' },
  email: (gateway, merchantId, email) =>
    isEmail(email)
      ? emailValue(gateway, merchantId, email)
      : { message: 'Use an email address such as ada@shop.example.' },
  email_domain: (_, __, text) => {
    const domain = domainOf(text.replace(/^@/, ''))
    return isEmail(`a@${domain}`) ? shown('email_domain', domain) : { message: 'Use a domain such as shop.example.' }
  },
  customer_id: (gateway, merchantId, id) =>
    /^[^\p{Cc}]{1,255}$/u.test(id) ? customerValue(gateway, merchantId, id) : { message: 'Use a customer ID.' },
  customer_ip: (gateway, merchantId, text) => {
    const network = readListedNetwork(text)
    if (!network) return { message: 'Use an address or a network, for example 203.0.113.7 or 2001:db8::/32.' }
    return network.isAddress ? addressValue(gateway, merchantId, network.text) : shown('customer_ip', network.text)
  },
  country: (_, __, text) =>
    isCountry(text.toUpperCase())
      ? shown('country', text.toUpperCase())
      : { message: 'Use an ISO 3166-1 alpha-2 code such as RO.' },
}

/** Reads a value that a merchant lists, without the space around it. A card number is none, of any kind. */
export function readListValue(gateway: Vault, merchantId: string, kind: ListKind, text: string): ListValue | NoValue {
  const [problem] = cardNumberProblems('value', text)
  return problem ?? READERS[kind](gateway, merchantId, text.trim())
}

/**
 * Values of a payment that can be listed, of each kind that it has (docs/reference/lists.md#who-made-a-payment). A hash that
 * its record does not show yet is not shown either.
 */
export function valuesOf(gateway: Vault, payment: Transaction): readonly ListValue[] {
  const { customer, customerIp, merchantId, paymentMethod, instrumentHash } = payment
  const hash = paymentMethod.hash ?? instrumentHash
  const isCard = paymentMethod.brand !== null || /^\d{6}\*/.test(paymentMethod.masked ?? '')
  const bin = isCard ? paymentMethod.masked?.slice(0, 6) : undefined
  return [
    ...(isCard && hash ? [{ kind: 'card_hash', match: hash, value: paymentMethod.hash } as const] : []),
    ...(bin ? [shown('bin', bin)] : []),
    ...emailValues(gateway, merchantId, customer.email),
    ...(customer.id ? [customerValue(gateway, merchantId, customer.id)] : []),
    ...(customerIp ? [addressValue(gateway, merchantId, customerIp)] : []),
    ...(customer.country ? [shown('country', customer.country)] : []),
  ]
}

/** Values by which a payment matches entries: those that can be listed, longer BINs and all networks around its address. */
export function matchedValues(gateway: Vault, payment: Transaction, card: Card | null): readonly ListValue[] {
  const number = card?.number.reveal() ?? ''
  const bins = card ? [6, 7, 8].map((length) => shown('bin', number.slice(0, length))) : []
  const networks = payment.customerIp === null ? [] : networksAround(payment.customerIp)
  return [
    ...valuesOf(gateway, payment).filter(({ kind }) => kind !== 'bin'),
    ...bins,
    ...networks.map((network) => shown('customer_ip', network)),
  ]
}

function shown(kind: ListKind, value: string): ListValue {
  return { kind, match: value, value }
}

/** A text that is no email address matches nothing but itself. */
function emailValues(gateway: Vault, merchantId: string, email: string | null): readonly ListValue[] {
  if (!email) return []
  const domain = email.includes('@') ? domainOf(email.slice(email.lastIndexOf('@') + 1).trim()) : ''
  return [emailValue(gateway, merchantId, email), ...(domain ? [shown('email_domain', domain)] : [])]
}

function emailValue(gateway: Vault, merchantId: string, email: string): ListValue {
  const address = email.trim().toLowerCase()
  return { kind: 'email', match: digestOf(gateway, merchantId, 'email', address), value: maskEmail(address) }
}

/** Domain in lower case and ASCII, as email servers know it; empty for none. */
function domainOf(text: string): string {
  return domainToASCII(text.replace(/\.$/, ''))
}

function customerValue(gateway: Vault, merchantId: string, id: string): ListValue {
  return { kind: 'customer_id', match: digestOf(gateway, merchantId, 'customer_id', id), value: maskCustomerId(id) }
}

/** An IPv6 address stands for its /64, which one subscriber has. */
function addressValue(gateway: Vault, merchantId: string, address: string): ListValue {
  return { kind: 'customer_ip', match: digestSubscriber(gateway, merchantId, address), value: maskAddress(address) }
}

function digestOf({ vault }: Vault, merchantId: string, kind: ListKind, text: string): string {
  return Buffer.from(vault.digestOf(merchantId, JSON.stringify(['list', kind, text]))).toString('base64url')
}
