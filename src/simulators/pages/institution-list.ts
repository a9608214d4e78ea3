import { type Html, html } from '#html/html.ts'
import { facts } from '#html/parts.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import type { BankTexts } from '#web/simulators/texts/texts.ts'
import {
  type ChargeView,
  type ChoiceLabels,
  choiceLabels,
  choices,
  panelHead,
  postponed,
  price,
} from './charge-parts.ts'

/** Bank or wallet, as the page's URL names it. */
interface Institution {
  readonly via: string
  readonly name: string
  /** Last digits of the account that pays. */
  readonly account: string
}

/** Method with a choice of invented institutions. */
interface InstitutionList {
  readonly eyebrow: keyof BankTexts['names']
  readonly question: 'chooseBank' | 'chooseWallet'
  readonly another: 'otherBank' | 'otherWallet'
  readonly institutions: readonly Institution[]
}

const BANKS: InstitutionList = {
  eyebrow: 'OPEN_BANKING',
  question: 'chooseBank',
  another: 'otherBank',
  institutions: [
    { via: 'harbour', name: 'Harbour Bank', account: '4821' },
    { via: 'meadow', name: 'Meadow Savings', account: '0377' },
    { via: 'lantern', name: 'Lantern Direct', account: '9156' },
    { via: 'northgate', name: 'Northgate Union', account: '2640' },
  ],
}

const WALLETS: InstitutionList = {
  eyebrow: 'WALLETS',
  question: 'chooseWallet',
  another: 'otherWallet',
  institutions: [
    { via: 'pocket', name: 'Pocket', account: '5583' },
    { via: 'satchel', name: 'Satchel Pay', account: '4444' },
    { via: 'purse', name: 'Purse', account: '7012' },
  ],
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

function chooser({ eyebrow, question, institutions }: InstitutionList, view: ChargeView): Html {
  const { charge, texts } = view
  return html`${panelHead(texts.names[eyebrow], texts[question])}
${price(view)}
${postponed(view)}
<form method="get" class="institutions">${institutions.map((one) => institutionButton(one, mark(institutions, one)))}</form>
<section class="shortcut" aria-label="Test panel" lang="en" dir="ltr">
<p class="muted">Testing? Choose a result:</p>
${choices(charge, SHORTCUT, 'button-secondary')}
</section>`
}

function institutionButton({ via, name }: Institution, sign: Html): Html {
  return html`
<button class="button button-secondary institution" name="via" value="${via}">${sign}<span>${name}</span></button>`
}

function consent({ eyebrow, another, institutions }: InstitutionList, chosen: Institution, view: ChargeView): Html {
  const { charge, locale, texts } = view
  return html`${panelHead(texts.names[eyebrow], chosen.name)}
<p class="institution institution-chosen">${mark(institutions, chosen)}<span>${texts.account} <bdi dir="ltr">•••• ${chosen.account}</bdi></span></p>
${price(view)}
${postponed(view)}
${facts({ [hostedTextsOf(locale).reference]: charge.reference, [texts.allowed]: texts.once })}
${choices(charge, choiceLabels(texts, texts.allow))}
<a href="?">${texts[another]}</a>`
}

function mark(institutions: readonly Institution[], one: Institution): Html {
  return html`<span class="institution-mark" data-hue="${institutions.indexOf(one)}" aria-hidden="true">${one.name[0]}</span>`
}
