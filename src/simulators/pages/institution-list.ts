import { type Html, html } from '#html/html.ts'
import { facts } from '#html/parts.ts'
import { type ChargeView, type ChoiceLabels, choices, panelHead, postponed, price } from './charge-parts.ts'

/** Bank or wallet, as the page's URL names it. */
interface Institution {
  readonly via: string
  readonly name: string
  /** Account that pays. */
  readonly account: string
}

/** Method with a choice of invented institutions. */
interface InstitutionList {
  readonly eyebrow: string
  readonly question: string
  readonly another: string
  readonly institutions: readonly Institution[]
}

const BANKS: InstitutionList = {
  eyebrow: 'Open banking',
  question: 'Choose your bank',
  another: 'Choose another bank',
  institutions: [
    { via: 'harbour', name: 'Harbour Bank', account: 'Current account •••• 4821' },
    { via: 'meadow', name: 'Meadow Savings', account: 'Everyday account •••• 0377' },
    { via: 'lantern', name: 'Lantern Direct', account: 'Lantern One •••• 9156' },
    { via: 'northgate', name: 'Northgate Union', account: 'Household account •••• 2640' },
  ],
}

const WALLETS: InstitutionList = {
  eyebrow: 'Wallets',
  question: 'Choose your wallet',
  another: 'Choose another wallet',
  institutions: [
    { via: 'pocket', name: 'Pocket', account: 'Wallet •••• 5583' },
    { via: 'satchel', name: 'Satchel Pay', account: 'Card •••• 4444' },
    { via: 'purse', name: 'Purse', account: 'Bank account •••• 7012' },
  ],
}

const CONSENT: ChoiceLabels = {
  APPROVED: 'Allow this payment',
  PENDING: 'Decide later',
  DECLINED: 'Decline',
  CANCELED: 'Cancel',
}

const SHORTCUT: ChoiceLabels = { APPROVED: 'Paid', PENDING: 'Pending', DECLINED: 'Declined', CANCELED: 'Canceled' }

export const bankListPanel = (view: ChargeView): Html => institutionPanel(BANKS, view)
export const walletListPanel = (view: ChargeView): Html => institutionPanel(WALLETS, view)

/** Shows the list, then the consent. The choice is in the URL, so the Back button works. */
function institutionPanel(list: InstitutionList, view: ChargeView): Html {
  const chosen = list.institutions.find(({ via }) => via === view.entered.via)
  return html`<section class="panel" aria-labelledby="panel-title">
${chosen ? consent(list, chosen, view) : chooser(list, view)}
</section>`
}

function chooser({ eyebrow, question, institutions }: InstitutionList, { charge }: ChargeView): Html {
  return html`${panelHead(eyebrow, question)}
${price(charge)}
${postponed(charge)}
<form method="get" class="institutions">${institutions.map((one) => institutionButton(one, mark(institutions, one)))}</form>
<section class="shortcut" aria-label="Test panel">
<p class="muted">Testing? Choose a result:</p>
${choices(charge, SHORTCUT, 'button-secondary')}
</section>`
}

function institutionButton({ via, name }: Institution, sign: Html): Html {
  return html`
<button class="button button-secondary institution" name="via" value="${via}">${sign}<span>${name}</span></button>`
}

function consent(
  { eyebrow, another, institutions }: InstitutionList,
  chosen: Institution,
  { charge }: ChargeView,
): Html {
  return html`${panelHead(eyebrow, chosen.name)}
<p class="institution institution-chosen">${mark(institutions, chosen)}<span>${chosen.account}</span></p>
${price(charge)}
${postponed(charge)}
${facts({ Reference: charge.reference, Allowed: 'Once, for this payment' })}
${choices(charge, CONSENT)}
<a href="?">${another}</a>`
}

function mark(institutions: readonly Institution[], one: Institution): Html {
  return html`<span class="institution-mark" data-hue="${institutions.indexOf(one)}" aria-hidden="true">${one.name[0]}</span>`
}
