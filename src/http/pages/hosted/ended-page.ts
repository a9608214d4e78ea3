import { formatMoney } from '#domain/currency.ts'
import type { Session } from '#domain/session.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Appearance } from '#flows/appearance.ts'
import { type Html, html } from '#html/html.ts'
import { type Page, renderPage } from '#html/layout.ts'
import { brandMark } from '#html/marks/brand-mark.ts'
import { facts } from '#html/parts.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import type { HostedTexts } from '#web/hosted-page/texts/texts.ts'
import { BRAND_NAMES } from '#web/shared/brand-names.ts'
import type { Locale } from '#web/shared/locales.ts'
import { logoOf, testMark, themeCss } from './theme.ts'

export type EndedAs = 'approved' | 'pending' | 'canceled' | 'expired' | 'unavailable' | 'tooMany'

const LOOKS: Record<EndedAs, { readonly tone: string; readonly status: string }> = {
  approved: { tone: 'success', status: 'APPROVED' },
  pending: { tone: 'info', status: 'PENDING' },
  canceled: { tone: 'warning', status: 'CANCELED' },
  expired: { tone: 'warning', status: 'SESSION_EXPIRED' },
  unavailable: { tone: 'warning', status: 'CREATED' },
  tooMany: { tone: 'warning', status: 'CREATED' },
}

/** Merchant as the pages of a session show it. */
export interface ShownMerchant {
  readonly merchantName: string
  readonly timeZone: string
  readonly appearance: Appearance
  readonly isTest: boolean
}

/** @param payment approved in the session: the page is its receipt */
export function endedPage(
  session: Session,
  merchant: ShownMerchant,
  endedAs: EndedAs,
  locale: Locale,
  payment?: Transaction,
): Page {
  const texts = hostedTextsOf(locale)
  const { heading, words } = texts[endedAs]
  const { amount, currency } = session
  const { merchantName, timeZone, appearance, isTest } = merchant
  const { tone, status } = LOOKS[endedAs]
  const body = html`<main class="page">
<section class="panel" data-status="${status}">
${testMark(isTest, texts)}
${logoOf(appearance)}
<p class="badge badge-${tone}" aria-hidden="true">${heading}</p>
<h1 class="visually-hidden">${heading}</h1>
<p class="amount" translate="no">${formatMoney({ amount, currency }, locale)}</p>
<p class="breaks">${session.description}</p>
${facts({
  [payment ? texts.paidTo : texts.payTo]: appearance.displayName ?? merchantName,
  ...(payment && receiptFacts(payment, locale, timeZone)),
  [texts.reference]: session.reference,
})}
<p class="muted">${words}</p>
<a class="button button-primary" href="${session.returnUrl}" data-action="return">${texts.backToShop}</a>
${payment && printButton(texts)}
</section>
</main>`
  return renderPage({
    lang: locale,
    title: heading,
    body,
    look: themeCss(appearance),
    scripts: payment ? ['hosted-page/print.ts'] : [],
  })
}

export function receiptFacts({ createdAt, paymentMethod }: Transaction, locale: Locale, timeZone: string) {
  const { brand, masked, type } = paymentMethod
  const { card } = hostedTextsOf(locale)
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone })
  const isCard = type === 'card' || type === 'saved_card'
  return {
    [hostedTextsOf(locale).link.date]: time.format(createdAt),
    ...(isCard &&
      masked !== null && {
        [card]: html`${brandMark(brand ?? 'card')} <bdi dir="ltr">${BRAND_NAMES[brand ?? '']} •••• ${masked.slice(-4)}</bdi>`,
      }),
  }
}

export function printButton({ print }: HostedTexts): Html {
  return html`<button class="button button-secondary needs-script" type="button" data-action="print">${print}</button>`
}

export function dateOf(at: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}
