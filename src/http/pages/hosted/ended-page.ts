import { formatMoney } from '#domain/currency.ts'
import type { Session } from '#domain/session.ts'
import type { Appearance } from '#flows/appearance.ts'
import { html } from '#html/html.ts'
import { type Page, renderPage } from '#html/layout.ts'
import { facts } from '#html/parts.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import type { Locale } from '#web/shared/locales.ts'
import { logoOf, themeCss } from './theme.ts'

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
  readonly appearance: Appearance
}

export function endedPage(session: Session, merchant: ShownMerchant, endedAs: EndedAs, locale: Locale): Page {
  const texts = hostedTextsOf(locale)
  const { heading, words } = texts[endedAs]
  const { amount, currency } = session
  const { merchantName, appearance } = merchant
  const { tone, status } = LOOKS[endedAs]
  const body = html`<main class="page">
<section class="panel" data-status="${status}">
${logoOf(appearance)}
<p class="badge badge-${tone}" aria-hidden="true">${heading}</p>
<h1 class="visually-hidden">${heading}</h1>
<p class="amount" translate="no">${formatMoney({ amount, currency }, locale)}</p>
${facts({ [texts.payTo]: appearance.displayName ?? merchantName, [texts.reference]: session.reference })}
<p class="muted">${words}</p>
<a class="button button-primary" href="${session.returnUrl}" data-action="return">${texts.backToShop}</a>
</section>
</main>`
  return renderPage({ lang: locale, title: heading, body, look: themeCss(appearance) })
}
