import { formatMoney } from '#domain/currency.ts'
import { type PaymentLink, paymentLinkStatusOf } from '#domain/payment-link.ts'
import type { Transaction } from '#domain/transaction.ts'
import { voucherNameOf } from '#domain/vouchers.ts'
import { isBeingErased } from '#flows/erasures/index.ts'
import type { Gateway } from '#flows/gateway.ts'
import { paymentLinkUrl } from '#flows/payment-links/read-payment-links.ts'
import { findPaymentLink } from '#store/payment-links/payment-links.ts'
import { findSessionLocale } from '#store/sessions/sessions.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import { BRAND_NAMES } from '#web/shared/brand-names.ts'
import { fill } from '#web/shared/fill.ts'
import { mailLocale, mailTexts } from '../texts/index.ts'
import { formatMailTime, type Letter, type Writer } from './letter.ts'

export const paymentLink: Writer = async (gateway, mail, { sender, country, timeZone }) => {
  const state = await findPaymentLink(gateway.sql, mail.merchantId!, mail.about)
  if (!state || paymentLinkStatusOf(state) !== 'ACTIVE') return undefined
  const { link } = state
  const locale = mailLocale([link.locale], country)
  const texts = mailTexts(locale)
  const until = link.expiresAt && formatMailTime(link.expiresAt, locale, timeZone)
  return {
    language: locale,
    subject: fill(texts.link.subject, { merchant: sender }),
    lead: fill(texts.link.lead, { merchant: sender }),
    facts: stated([
      [texts.amount, priceOf(link, locale)],
      [texts.description, link.description],
      [texts.validUntil, until],
    ]),
    button: { words: texts.link.button, url: paymentLinkUrl(gateway, link.paymentLinkId) },
    note: texts.unexpected,
  }
}

export const receipt: Writer = async (gateway, mail, { sender, country, timeZone }) => {
  const payment = await findTransaction(gateway.sql, mail.merchantId!, mail.about)
  if (!payment || (await isBeingErased(gateway, payment))) return undefined
  const locale = mailLocale(await wantedLocales(gateway, payment), country)
  const texts = mailTexts(locale)
  const words = payment.transactionType === 'PAYOUT' ? texts.payout : texts.receipt
  return {
    language: locale,
    subject: fill(words.subject, { merchant: sender }),
    lead: fill(words.lead, { merchant: sender }),
    facts: stated([
      [texts.amount, formatMoney(payment, locale)],
      [texts.date, formatMailTime(payment.createdAt, locale, timeZone)],
      [texts.method, methodOf(payment)],
      [texts.description, payment.description],
      [texts.reference, payment.reference],
    ]),
    note: fill(texts.questions, { merchant: sender }),
  }
}

async function wantedLocales({ sql }: Gateway, { merchantId, paymentLinkId, sessionId }: Transaction) {
  const [state, ofSession] = await Promise.all([
    paymentLinkId === null ? undefined : findPaymentLink(sql, merchantId, paymentLinkId),
    sessionId === null ? null : findSessionLocale(sql, merchantId, sessionId),
  ])
  return [state?.link.locale ?? null, ofSession]
}

function priceOf({ amount, amountMin, amountMax, currency }: PaymentLink, locale: string): string {
  const limits = amount === null ? [amountMin ?? 0n, amountMax ?? 0n] : [amount]
  return limits.map((limit) => formatMoney({ amount: limit, currency }, locale)).join(' – ')
}

/** A card by its brand and last four digits; null for what has no name of its own. */
function methodOf({ paymentMethod: { masked, brand, method } }: Transaction): string | null {
  if (masked === null) return voucherNameOf(method) ?? null
  return `${brand === null ? '' : (BRAND_NAMES[brand] ?? brand)} ••••\u00a0${masked.slice(-4)}`.trim()
}

function stated(facts: readonly (readonly [string, string | null])[]): Letter['facts'] {
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
}
