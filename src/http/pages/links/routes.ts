import { Type } from 'typebox'
import { hasCardNumber } from '#domain/card-numbers-in-text.ts'
import { linkAmount } from '#domain/link-amount.ts'
import { showAppearance } from '#flows/appearance.ts'
import type { Gateway } from '#flows/gateway.ts'
import { openLinkSession } from '#flows/payment-links/open-link-session.ts'
import { type LinkPage, type LinkPageState, readLinkPage } from '#flows/payment-links/read-link-page.ts'
import { openPaymentLink, paymentLinkUrl } from '#flows/payment-links/read-payment-links.ts'
import { SessionError } from '#flows/sessions/session-error.ts'
import { hostedPageUrl } from '#flows/sessions/session-urls.ts'
import { qrCode } from '#html/qr-code.ts'
import { linkTextsOf } from '#web/payment-link/texts.ts'
import type { Locale } from '#web/shared/locales.ts'
import { requestLocale } from '../../request/request-locale.ts'
import { retryAfter } from '../../response/problems.ts'
import { type Answer, get, post } from '../../route.ts'
import { referringShop, unknownPage } from '../hosted/unknown-page.ts'
import { ifNotFound } from '../message-page.ts'
import { linkPage } from './page.ts'

const Text = Type.Optional(Type.String({ maxLength: 255 }))

/** Open, because the ID of the link cannot be guessed. */
const LINK = { guard: 'open', params: Type.Object({ id: Type.String({ maxLength: 64 }) }) } as const

type Header = (name: string) => string | undefined

export const linkPageRoute = get('/pay/:id', {
  ...LINK,
  summary: 'The page of a payment link, for browsers',
  query: Type.Object({ locale: Text, session: Text }),
  handle: (gateway, { params, query, header }) =>
    orUnknown(gateway, query.locale, header, async () => {
      const page = await readLinkPage(gateway, params.id, query.session)
      return shown(gateway, page, localeOf(page, query.locale, header))
    }),
})

export const payLinkRoute = post('/pay/:id', {
  ...LINK,
  summary: 'Begin to pay a payment link',
  takes: 'form',
  body: Type.Object({ amount: Text, locale: Text }),
  bodyIsOptional: true,
  handle: (gateway, { params, body, ip, header, origin }) =>
    orUnknown(gateway, body.locale, header, async () => {
      const page = await readLinkPage(gateway, params.id, undefined)
      const locale = localeOf(page, body.locale, header)
      if (page.state !== 'open') return shown(gateway, page, locale)
      const { amount: text = '' } = body
      const amount = linkAmount(page.link, text)
      if (amount === undefined) return shown(gateway, page, locale, hasCardNumber(text) ? '' : text)
      return openSession(gateway, page, { amount, ip, locale, origin })
    }),
})

export const linkQrRoute = get('/pay/:id/qr.svg', {
  ...LINK,
  summary: 'The QR code of a payment link',
  handle: async (gateway, { params }) => {
    const { link } = await openPaymentLink(gateway, params.id)
    const text = qrCode(paymentLinkUrl(gateway, link.paymentLinkId), link.paymentLinkId).toString()
    return { status: 200, text, contentType: 'image/svg+xml', cacheControl: 'public, max-age=86400' }
  },
})

interface Shopper {
  readonly amount: bigint
  readonly ip: string
  readonly locale: Locale
  readonly origin: string
}

async function openSession(gateway: Gateway, page: LinkPage, shopper: Shopper): Promise<Answer> {
  const { amount, ip, locale, origin } = shopper
  try {
    const opening = await openLinkSession(gateway, page.link, amount, ip)
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

async function shown(gateway: Gateway, page: LinkPage, locale: Locale, wrongAmount?: string): Promise<Answer> {
  const appearance = await showAppearance(gateway, page.link.merchantId)
  const isTest = gateway.settings.realm === 'uat'
  const view = { ...page, appearance, isTest, locale, ...(wrongAmount !== undefined && { wrongAmount }) }
  return { status: wrongAmount === undefined ? (STATUSES[page.state] ?? 200) : 422, page: linkPage(view) }
}

function localeOf({ link }: LinkPage, asked: string | undefined, header: Header): Locale {
  return requestLocale(asked ?? link.locale ?? undefined, header)
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
    return { status: 404, page: unknownPage(locale, linkTextsOf(locale).unknown, shop) }
  })
}
