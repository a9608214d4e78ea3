import { Type } from 'typebox'
import { hasCardNumber } from '#domain/card-numbers-in-text.ts'
import { linkAmount } from '#domain/link-amount.ts'
import { showAppearance } from '#flows/appearance.ts'
import type { Gateway } from '#flows/gateway.ts'
import { newLinkSession, openLinkSession } from '#flows/payment-links/open-link-session.ts'
import { type LinkPage, type LinkPageState, readLinkPage } from '#flows/payment-links/read-link-page.ts'
import { openPaymentLink, paymentLinkUrl } from '#flows/payment-links/read-payment-links.ts'
import { readPaymentOptions } from '#flows/sessions/payment-options.ts'
import { openSession, shopperPageOf } from '#flows/sessions/read-session.ts'
import { SessionError } from '#flows/sessions/session-error.ts'
import { hostedPageUrl } from '#flows/sessions/session-urls.ts'
import { qrCode } from '#html/qr-code.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import type { Locale } from '#web/shared/locales.ts'
import { requestLocale } from '../../language/request-locale.ts'
import { retryAfter } from '../../response/problems.ts'
import { type Answer, get, post } from '../../route.ts'
import type { PaymentView } from '../hosted/payment-page.ts'
import { HostedPayForm } from '../hosted/queries.ts'
import { isCrossSite, payWith } from '../hosted/routes.ts'
import type { SentForm } from '../hosted/submit.ts'
import { referringShop, unknownPage } from '../hosted/unknown-page.ts'
import { ifNotFound } from '../message-page.ts'
import { linkPage, type WrongAmount } from './page.ts'

const Text = Type.Optional(Type.String({ maxLength: 255 }))

/** Open, because the ID of the link cannot be guessed. */
const LINK = { guard: 'open', params: Type.Object({ id: Type.String({ maxLength: 64 }) }) } as const

const LinkPayForm = Type.Object({ ...HostedPayForm.properties, amount: Text, reading: Text })

type Header = (name: string) => string | undefined

export const linkPageRoute = get('/pay/:id', {
  ...LINK,
  query: Type.Object({ locale: Text, session: Text }),
  handle: (gateway, { params, query, header }) =>
    orUnknown(gateway, query.locale, header, async () => {
      const page = await readLinkPage(gateway, params.id, query.session)
      return shown(gateway, page, await localeOf(gateway, page, query.locale, header))
    }),
})

export const payLinkRoute = post('/pay/:id', {
  ...LINK,
  takes: 'form',
  body: LinkPayForm,
  bodyIsOptional: true,
  handle: (gateway, { params, body, ip, header, origin }) =>
    orUnknown(gateway, body.locale, header, async () => {
      const page = await readLinkPage(gateway, params.id, undefined)
      const locale = await localeOf(gateway, page, body.locale, header)
      if (page.state !== 'open') return shown(gateway, page, locale)
      const { amount: text = '', reading } = body
      const amount = linkAmount(page.link, text, reading)
      if (typeof amount !== 'bigint')
        return shown(gateway, page, locale, { ...amount, text: hasCardNumber(text) ? '' : text })
      return paySession(gateway, page, { amount, body, ip, header, locale, origin })
    }),
})

export const linkQrRoute = get('/pay/:id/qr.svg', {
  ...LINK,
  handle: async (gateway, { params }) => {
    const { link } = await openPaymentLink(gateway, params.id)
    const text = qrCode(paymentLinkUrl(gateway, link.paymentLinkId), link.paymentLinkId).toString()
    return { status: 200, text, contentType: 'image/svg+xml', cacheControl: 'public, max-age=86400' }
  },
})

interface Shopper extends SentForm {
  readonly amount: bigint
  readonly origin: string
}

/** Pays in a session of the link, or redirects to its page if no method was sent, or a card without its number. */
async function paySession(gateway: Gateway, page: LinkPage, shopper: Shopper): Promise<Answer> {
  const { amount, body, ip, header, locale, origin } = shopper
  const isBare =
    !isCheckout(page) || body.method === undefined || (body.method === 'card' && !body.number) || isCrossSite(header)
  try {
    const opening = await openLinkSession(gateway, page.link, amount, ip)
    if (opening.kind === 'session' && !isBare)
      return payWith(gateway, await openSession(gateway, opening.sessionId), shopper)
    if (opening.kind === 'session')
      return { status: 303, location: hostedPageUrl(gateway, opening.sessionId, locale, origin) }
    if (opening.kind === 'crowded')
      return { ...(await shown(gateway, { ...page, state: 'crowded' }, locale)), headers: CROWDED }
  } catch (error) {
    if (!(error instanceof SessionError)) throw error
    return { ...(await shown(gateway, { ...page, state: 'tooMany' }, locale)), headers: retryAfter(error) }
  }
  const present = await readLinkPage(gateway, page.link.paymentLinkId, undefined)
  // The terminal does not accept the entered amount, or the link was freed meanwhile.
  return shown(gateway, present.state === 'open' ? { ...present, state: 'unavailable' } : present, locale)
}

/** Retry soon, because sessions end all the time. */
const CROWDED = { 'retry-after': '60' }

const STATUSES: Partial<Record<LinkPageState, number>> = { expired: 410, disabled: 410, tooMany: 429, crowded: 429 }

async function shown(gateway: Gateway, page: LinkPage, locale: Locale, wrongAmount?: WrongAmount): Promise<Answer> {
  const appearance = await showAppearance(gateway, page.link.merchantId)
  const isTest = gateway.settings.realm === 'uat'
  const checkout = await checkoutOf(gateway, page, { appearance, isTest, locale })
  const view = { ...page, appearance, isTest, locale, checkout, wrongAmount }
  return { status: wrongAmount === undefined ? (STATUSES[page.state] ?? 200) : 422, page: linkPage(view) }
}

/** True if the page of a link takes the payment: a form that is sent twice then reaches one session. */
function isCheckout({ state, link }: LinkPage): boolean {
  return state === 'open' && link.amount !== null && link.maxPayments === 1
}

/** Methods on the page of a link; reads only. */
async function checkoutOf(
  gateway: Gateway,
  page: LinkPage,
  shown: Pick<PaymentView, 'appearance' | 'isTest' | 'locale'>,
): Promise<PaymentView | undefined> {
  if (!isCheckout(page)) return undefined
  const { link } = page
  const session = { ...newLinkSession(gateway, link, link.amount!), expiresAt: link.createdAt }
  const offer = await readPaymentOptions(gateway, session)
  return { ...shown, offer, state: { session, isCanceled: false, isExpired: false, payments: [] } }
}

/** A paid link stays in the language of the page it was paid on. */
async function localeOf(gateway: Gateway, { link, payment }: LinkPage, asked: string | undefined, header: Header) {
  const paidOn = payment && (await shopperPageOf(gateway, payment))
  return requestLocale(asked ?? paidOn?.locale ?? link.locale, header)
}

/** Answers an unknown link with a page, because people see this address. */
function orUnknown(
  { settings }: Gateway,
  asked: string | undefined,
  header: Header,
  act: () => Promise<Answer>,
): Promise<Answer> {
  return ifNotFound(act, () => {
    const locale = requestLocale(asked, header)
    const shop = referringShop(header('referer'), settings.baseUrl)
    return { status: 404, page: unknownPage(locale, hostedTextsOf(locale).link.unknown, shop) }
  })
}
