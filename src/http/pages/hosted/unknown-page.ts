import { html } from '#html/html.ts'
import type { Page } from '#html/layout.ts'
import { gatewayOrigins } from '#identity/gateway-origins.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import { fill } from '#web/shared/fill.ts'
import type { Locale } from '#web/shared/locales.ts'
import { messagePage } from '../message-page.ts'

export interface Shop {
  readonly name: string
  readonly url: string
}

/** Page for an unknown link, with a link to the shop if it is known. */
export function unknownPage(
  locale: Locale,
  text: { readonly heading: string; readonly words: string },
  shop?: Shop,
): Page {
  const { backTo } = hostedTextsOf(locale)
  const way =
    shop &&
    html`<a class="button button-primary" href="${shop.url}" data-action="return">${fill(backTo, { shop: shop.name })}</a>`
  return messagePage({ ...text, lang: locale, way })
}

/** Shop by the referrer of the browser. @param baseUrl of the gateway, which is no shop */
export function referringShop(referer: string | undefined, baseUrl: string): Shop | undefined {
  const url = URL.parse(referer ?? '')
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined
  if (gatewayOrigins(baseUrl).includes(url.origin)) return undefined
  return { name: url.hostname, url: `${url.origin}/` }
}
