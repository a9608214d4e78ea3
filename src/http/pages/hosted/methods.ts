import { BANK_METHODS } from '#domain/payment-methods.ts'
import { isVoucher, voucherNameOf } from '#domain/vouchers.ts'
import { attributes, type Html, html } from '#html/html.ts'
import { brandMark } from '#html/marks/brand-mark.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import type { HostedTexts } from '#web/hosted-page/texts/texts.ts'
import { type MethodChoice, networks, newCardFields, savedCardFields } from './card-methods.ts'
import { field, flag } from './field.ts'
import { countryInputs, payerInputs } from './form-fields.ts'

const WALLET_NAMES: Readonly<Record<string, string>> = {
  'walleta-pay-redirect': 'Walleta Pay',
  'walletb-pay-redirect': 'Walletb Pay',
}

/** Number of methods shown as rows; the others are smaller. */
const LIKELY = 5

/** Largest number of smaller methods outside a box that scrolls and has a filter. */
const MANY = 16

/**
 * Draws the methods. The style sheet moves `end` below the selected one, so it works without script.
 * @param end button and sentences
 */
export function methodChoice(choice: MethodChoice, end: Html): Html {
  const { methods, locale } = choice
  const texts = hostedTextsOf(locale)
  const others = sorted(choice, methods.slice(LIKELY))
  const small = others.map((other) => method(choice, other, texts, 'method method-small'))
  const areMany = others.length > MANY
  return html`<fieldset class="methods" id="method" tabindex="-1">
<legend>${texts.chooseMethod}</legend>
${methods.slice(0, LIKELY).map((likely) => method(choice, likely, texts, 'method'))}
${small.length > 0 && html`<h2 class="methods-heading">${texts.moreMethods}</h2>`}
${areMany ? html`<div class="methods-box">${small}</div>` : small}
<div class="paybox">
${sharedFields(choice, texts)}
${end}
</div>
${areMany && finder(texts)}
</fieldset>`
}

function sorted({ locale }: MethodChoice, methods: readonly string[]): readonly string[] {
  const texts = hostedTextsOf(locale)
  return [...methods].sort((one, other) => nameOf(one, texts).localeCompare(nameOf(other, texts), locale))
}

/** Draws fields that several methods share: country for banks, name and email for vouchers. */
function sharedFields(choice: MethodChoice, { yourDetails }: HostedTexts): readonly (Html | false)[] {
  const { methods, session } = choice
  const details = { country: countryInputs(session), payer: payerInputs(session) }
  return Object.entries(details).map(
    ([needs, inputs]) =>
      inputs.length > 0 &&
      methods.some((method) => needsOf(method) === needs) &&
      html`<section class="details" data-details="${needs}"><h2>${yourDetails}</h2>${inputs.map((input) => field(input, choice))}</section>`,
  )
}

/** Filter of methods; `web/hosted-page/method-finder.ts` shows it, so without script all methods are visible. */
function finder({ findMethod }: HostedTexts): Html {
  return html`<div class="field methods-finder" hidden><label class="visually-hidden" for="find-method">${findMethod}</label>
<input id="find-method" type="search" placeholder="${findMethod}" autocomplete="off" spellcheck="false" enterkeyhint="done"></div>`
}

function method(choice: MethodChoice, type: string, texts: HostedTexts, look: string): Html {
  const isCard = type === 'card'
  const line = texts.methodLines[type as keyof HostedTexts['methodLines']]
  const describedBy = isCard ? 'networks' : line && `line-${type}`
  const fields = isCard ? newCardFields(choice) : type === 'saved_card' && savedCardFields(choice)
  return html`<div class="${look}" data-method="${type}">
<label class="method-name"><input type="radio" name="method" value="${type}" data-needs="${needsOf(type)}"${flag(type === choice.chosen, ' checked')}${attributes({ 'aria-describedby': describedBy })}>
${brandMark(type)}<span>${isCard ? cardName(choice, texts) : nameOf(type, texts)}${line && html`<span class="hint" id="line-${type}" aria-hidden="true">${line}</span>`}</span>${isCard && networks(choice)}</label>
${fields && html`<div class="method-fields">${fields}</div>`}
</div>
`
}

function needsOf(method: string): 'country' | 'payer' | '' {
  if (isVoucher(method)) return 'payer'
  return BANK_METHODS.some((bank) => bank === method) ? 'country' : ''
}

function cardName({ methods }: MethodChoice, { card, otherCard }: HostedTexts): string {
  return methods.includes('saved_card') ? otherCard : card
}

/** Name of a method, translated unless it is a brand. */
function nameOf(method: string, { methods, savedCard }: HostedTexts): string {
  const translated: Readonly<Record<string, string>> = { ...methods, ...WALLET_NAMES, saved_card: savedCard }
  return translated[method] ?? voucherNameOf(method) ?? method
}
