import { BRANDS, type Brand } from '#domain/brands.ts'
import type { Session } from '#domain/session.ts'
import type { PaymentOptions, SavedCardOption } from '#flows/sessions/payment-options.ts'
import { type Html, html } from '#html/html.ts'
import { brandMark } from '#html/marks/brand-mark.ts'
import { hiddenFields } from '#html/parts.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import { BRAND_NAMES } from '#web/shared/brand-names.ts'
import { textsOf } from '#web/shared/fields/texts/index.ts'
import { field, flag, type ShownForm } from './field.ts'
import { CARD_INPUTS, savedCardInputs } from './form-fields.ts'

export interface MethodChoice extends ShownForm {
  readonly session: Session
  readonly offer: PaymentOptions
  readonly methods: readonly string[]
  readonly chosen: string
  readonly savedCard: string
  readonly wantsCardSaved: boolean
}

/** Networks of new cards; those without room next to the method are cut off. The script clones the mark of a number. */
export function networks({ offer }: MethodChoice): Html {
  return html`<span class="networks" id="networks" translate="no" aria-hidden="true">${(offer.networks ?? BRANDS).map(network)}</span>`
}

/** Mark and name of a network. `web/shared/show-brand.ts` clones the mark. */
export function network(brand: Brand): Html {
  return html`<span data-mark="${brand}">${brandMark(brand)}<span class="visually-hidden">${BRAND_NAMES[brand]}</span></span> `
}

export function newCardFields(choice: MethodChoice): Html {
  const { saveCard } = choice.session
  const question = html`<label class="check"><input type="checkbox" name="saveCard" value="yes"${flag(choice.wantsCardSaved, ' checked')}>
<span>${textsOf(choice.locale).saveCard}</span></label>`
  return html`${CARD_INPUTS.map((input) => field(input, choice))}${saveCard === 'ask' && question}`
}

export function savedCardFields(choice: MethodChoice): Html {
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

/** Option of a saved card; a single card has no radio button. */
function savedCard(card: SavedCardOption, { savedCard: chosen, locale }: MethodChoice, isOnly: boolean): Html {
  const { paymentMethodId, brand, masked, expirationMonth, expirationYear, isExpired } = card
  const expiry = `${String(expirationMonth).padStart(2, '0')}/${String(expirationYear).slice(-2)}`
  const texts = textsOf(locale)
  const line = html`${brandMark(brand ?? 'card')}<span class="card-line"><span translate="no" dir="ltr" data-masked="${masked}">${BRAND_NAMES[brand ?? ''] ?? texts.number} •••• ${masked.slice(-4)}</span>
<span class="muted"${flag(isExpired, ' data-expired')}>${isExpired ? texts.expired : texts.expires} ${expiry}</span></span>`
  if (isOnly) {
    return html`<p class="check">${line}</p>${hiddenFields({ savedCard: paymentMethodId })}`
  }
  return html`<label class="check"><input type="radio" name="savedCard" value="${paymentMethodId}"${flag(paymentMethodId === chosen, ' checked')}>
${line}</label>
`
}
