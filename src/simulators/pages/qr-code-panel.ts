import { type Html, html } from '#html/html.ts'
import { facts } from '#html/parts.ts'
import { qrCode } from '#html/qr-code.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import { type ChargeView, choiceLabels, choices, panelHead, postponed, price } from './charge-parts.ts'

/** Code of this page's URL, so that a real phone can decide. */
export function qrCodePanel(view: ChargeView): Html {
  const { charge, address, locale, texts } = view
  const { pay, reference } = hostedTextsOf(locale)
  return html`<section class="panel" aria-labelledby="panel-title">
${panelHead(texts.names.QR_CODE, texts.scanTitle)}
${price(view)}
${postponed(view)}
<figure class="scan">
${qrCode(address, texts.pageCode)}
<figcaption class="muted">${texts.codeHint}</figcaption>
</figure>
${facts({ [reference]: charge.reference })}
${choices(charge, choiceLabels(texts, pay))}
</section>`
}
