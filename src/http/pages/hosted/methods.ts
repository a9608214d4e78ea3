import { BANK_METHODS, WALLET_REDIRECTS } from '#domain/payment-methods.ts'
import type { Session } from '#domain/session.ts'
import { isVoucher, voucherNameOf } from '#domain/vouchers.ts'
import type { PaymentOptions, SavedCardOption } from '#flows/sessions/payment-options.ts'
import { type Html, html } from '#html/html.ts'
import { hiddenFields } from '#html/parts.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import type { HostedTexts } from '#web/hosted-page/texts/texts.ts'
import { BRAND_NAMES } from '#web/shared/brand-names.ts'
import { textsOf } from '#web/shared/fields/texts/index.ts'
import { field, flag, type ShownForm } from './field.ts'
import { CARD_INPUTS, countryInputs, payerInputs, savedCardInputs } from './form-fields.ts'

const WALLET_NAMES: Readonly<Record<string, string>> = {
  'walleta-pay-redirect': 'Walleta Pay',
  'walletb-pay-redirect': 'Walletb Pay',
}

/** A form with the methods it offers and what was chosen in it before. */
export interface MethodChoice extends ShownForm {
  readonly session: Session
  readonly offer: PaymentOptions
  readonly chosen: string
  readonly savedCard: string
  readonly wantsCardSaved: boolean
}

/** Every way to pay as one set of radio buttons, each with its own fields. It works without script. */
export function methodChoice(choice: MethodChoice): Html {
  const { offer, session, locale } = choice
  const texts = hostedTextsOf(locale)
  const offered = (methods: readonly string[]) => methods.filter((method) => offer.methods.includes(method))
  const banks = offered(BANK_METHODS)
  const vouchers = sorted(choice, offer.methods.filter(isVoucher))
  const payer = payerInputs(session)
  const country = countryInputs(session)
  return html`<fieldset class="methods" id="method" tabindex="-1">
<legend>${texts.chooseMethod}</legend>
${cardMethods(choice, texts)}
${offered(WALLET_REDIRECTS).map((wallet) => method(choice, wallet, WALLET_NAMES[wallet]!))}
${group(
  texts.moreMethods,
  'rows',
  banks.map((bank) => method(choice, bank, nameOf(bank, texts), undefined, 'country')),
)}
${details('country', texts.yourDetails, banks.length > 0 ? country.map((input) => field(input, choice)) : [])}
${group(
  texts.vouchers,
  'grid',
  vouchers.map((voucher) => method(choice, voucher, nameOf(voucher, texts), undefined, 'payer')),
  vouchers.length > FEW && finder(texts),
)}
${details('payer', texts.yourDetails, vouchers.length > 0 ? payer.map((input) => field(input, choice)) : [])}
</fieldset>`
}

/** Saved cards first, unless all of them have expired. */
function cardMethods(choice: MethodChoice, texts: HostedTexts): readonly (Html | false)[] {
  const { methods, savedCards } = choice.offer
  const isSaved = methods.includes('saved_card')
  const saved = isSaved && method(choice, 'saved_card', texts.savedCard, savedCardFields(choice))
  const name = isSaved ? texts.otherCard : texts.card
  const card = methods.includes('card') && method(choice, 'card', name, newCard(choice))
  return savedCards.some(({ isExpired }) => !isExpired) ? [saved, card] : [card, saved]
}

/** Translated, unless it is the name of a brand. */
function nameOf(method: string, { methods }: HostedTexts): string {
  const translated: Readonly<Record<string, string>> = methods
  return translated[method] ?? voucherNameOf(method) ?? method
}

/** By name; the chosen one first, so that a page with mistakes shows it without scrolling. */
function sorted({ locale, chosen }: MethodChoice, vouchers: readonly string[]): readonly string[] {
  const texts = hostedTextsOf(locale)
  const place = (voucher: string) => (voucher === chosen ? '' : nameOf(voucher, texts))
  return [...vouchers].sort((one, other) => place(one).localeCompare(place(other), locale))
}

function group(
  heading: string,
  look: 'rows' | 'grid',
  methods: readonly Html[],
  above: Html | false = false,
): Html | false {
  if (methods.length === 0) return false
  return html`<h2 class="methods-heading">${heading}</h2>${above}<div class="methods-${look}">${methods}</div>`
}

/** As many are seen at a glance. */
const FEW = 6

/** Without script everything stays in sight; `web/hosted-page/method-finder.ts` shows and uses it. */
function finder({ findMethod }: HostedTexts): Html {
  return html`<div class="field methods-finder" hidden><label class="visually-hidden" for="find-method">${findMethod}</label>
<input id="find-method" type="search" placeholder="${findMethod}" autocomplete="off" spellcheck="false" enterkeyhint="done"></div>`
}

function details(needs: string, heading: string, fields: readonly Html[]): Html | false {
  return (
    fields.length > 0 && html`<section class="details" data-details="${needs}"><h2>${heading}</h2>${fields}</section>`
  )
}

/** @param needs which of the details below it asks for */
function method({ chosen }: MethodChoice, type: string, name: string, content?: Html, needs = ''): Html {
  const open = content && html`<div class="method-fields">${content}</div>`
  return html`<div class="method" data-method="${type}">
<label class="method-name"><input type="radio" name="method" value="${type}" data-needs="${needs}"${flag(type === chosen, ' checked')}>
<span>${name}</span></label>
${open}
</div>
`
}

function newCard(choice: MethodChoice): Html {
  const { saveCard } = choice.session
  const question = html`<label class="check"><input type="checkbox" name="saveCard" value="yes"${flag(choice.wantsCardSaved, ' checked')}>
<span>${textsOf(choice.locale).saveCard}</span></label>`
  return html`${CARD_INPUTS.map((input) => field(input, choice))}${saveCard === 'ask' && question}`
}

function savedCardFields(choice: MethodChoice): Html {
  const { offer, locale } = choice
  const cards = distinctCards(offer.savedCards)
  const lines = cards.map((card) => savedCard(card, choice, cards.length === 1))
  return html`<div class="saved-cards" id="savedCard" role="group" aria-label="${hostedTextsOf(locale).whichCard}" tabindex="-1">${lines}</div>
${savedCardInputs(offer).map((input) => field(input, choice))}`
}

/** Removes duplicates with the same number and expiry, because either token works. */
function distinctCards(cards: readonly SavedCardOption[]): readonly SavedCardOption[] {
  const isSame = (one: SavedCardOption, other: SavedCardOption) =>
    one.hash === other.hash &&
    one.expirationMonth === other.expirationMonth &&
    one.expirationYear === other.expirationYear
  return cards.filter((card, index) => cards.findIndex((other) => isSame(card, other)) === index)
}

/** A single card need not be chosen. */
function savedCard(card: SavedCardOption, { savedCard: chosen, locale }: MethodChoice, isOnly: boolean): Html {
  const { paymentMethodId, brand, masked, expirationMonth, expirationYear, isExpired } = card
  const expiry = `${String(expirationMonth).padStart(2, '0')}/${String(expirationYear).slice(-2)}`
  const texts = textsOf(locale)
  const line = html`<span class="card-line"><span translate="no" data-masked="${masked}">${BRAND_NAMES[brand ?? ''] ?? texts.number} •••• ${masked.slice(-4)}</span>
<span class="muted"${flag(isExpired, ' data-expired')}>${isExpired ? texts.expired : texts.expires} ${expiry}</span></span>`
  if (isOnly) {
    return html`<p>${line}</p>${hiddenFields({ savedCard: paymentMethodId })}`
  }
  return html`<label class="check"><input type="radio" name="savedCard" value="${paymentMethodId}"${flag(paymentMethodId === chosen, ' checked')}>
${line}</label>
`
}
