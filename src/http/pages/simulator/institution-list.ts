import { type Html, html } from '../html.ts'
import { facts } from '../parts.ts'
import { postponed, price, type SheetView, sheetHead } from './charge-parts.ts'
import { type ChoiceLabels, choices } from './choices.ts'

/** A bank or a wallet to pay with, as the address of the page names it. */
interface House {
  readonly via: string
  readonly name: string
  /** What its owner pays from. */
  readonly account: string
}

/** Pages on which a house is chosen first; all of them are made up. */
interface Street {
  readonly eyebrow: string
  readonly question: string
  readonly another: string
  readonly houses: readonly House[]
}

const BANKS: Street = {
  eyebrow: 'Open banking',
  question: 'Choose your bank',
  another: 'Choose another bank',
  houses: [
    { via: 'harbour', name: 'Harbour Bank', account: 'Current account •••• 4821' },
    { via: 'meadow', name: 'Meadow Savings', account: 'Everyday account •••• 0377' },
    { via: 'lantern', name: 'Lantern Direct', account: 'Lantern One •••• 9156' },
    { via: 'northgate', name: 'Northgate Union', account: 'Household account •••• 2640' },
  ],
}

const WALLETS: Street = {
  eyebrow: 'Wallets',
  question: 'Choose your wallet',
  another: 'Choose another wallet',
  houses: [
    { via: 'pocket', name: 'Pocket', account: 'Wallet •••• 5583' },
    { via: 'satchel', name: 'Satchel Pay', account: 'Card •••• 4444' },
    { via: 'purse', name: 'Purse', account: 'Bank account •••• 7012' },
  ],
}

const CONSENT: ChoiceLabels = {
  APPROVED: 'Allow this payment',
  PENDING: 'Decide later',
  DECLINED: 'Refuse',
  CANCELED: 'Cancel',
}

const SHORTCUT: ChoiceLabels = { APPROVED: 'Paid', PENDING: 'Pending', DECLINED: 'Declined', CANCELED: 'Canceled' }

export const bankSheet = (view: SheetView): Html => choiceSheet(BANKS, view)
export const walletListSheet = (view: SheetView): Html => choiceSheet(WALLETS, view)

/** First the list, then the consent. What was chosen stands in the address, so going back works as everywhere. */
function choiceSheet(street: Street, view: SheetView): Html {
  const house = street.houses.find(({ via }) => via === view.entered.via)
  return html`<section class="panel" aria-labelledby="sheet">
${house ? consent(street, house, view) : list(street, view)}
</section>`
}

function list({ eyebrow, question, houses }: Street, { charge }: SheetView): Html {
  return html`${sheetHead(eyebrow, question)}
${price(charge)}
${postponed(charge)}
<form method="get" class="houses">${houses.map((house) => houseButton(house, mark(houses, house)))}</form>
<section class="shortcut" aria-label="Test panel">
<p class="muted">Testing? Go straight to the end:</p>
${choices(charge, SHORTCUT, 'button-secondary')}
</section>`
}

function houseButton({ via, name }: House, sign: Html): Html {
  return html`
<button class="button button-secondary house" name="via" value="${via}">${sign}<span>${name}</span></button>`
}

function consent({ eyebrow, another, houses }: Street, house: House, { charge }: SheetView): Html {
  return html`${sheetHead(eyebrow, house.name)}
<p class="house house-open">${mark(houses, house)}<span>${house.account}</span></p>
${price(charge)}
${postponed(charge)}
${facts({ Reference: charge.reference, Allowed: 'Once, for this payment' })}
${choices(charge, CONSENT)}
<a href="?">${another}</a>`
}

/** Its initial, in its own colour. */
function mark(houses: readonly House[], house: House): Html {
  return html`<span class="house-mark" data-hue="${houses.indexOf(house)}" aria-hidden="true">${house.name[0]}</span>`
}
