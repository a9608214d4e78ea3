import { formatMoney } from '#domain/currency.ts'
import { voucherNameOf } from '#domain/vouchers.ts'
import type { AssetFile } from '#html/assets.ts'
import { type Html, html } from '#html/html.ts'
import { ANY_WEB_ADDRESS, type Page, renderPage } from '#html/layout.ts'
import { facts, simulatorRibbon } from '#html/parts.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import { fill } from '#web/shared/fill.ts'
import type { Locale } from '#web/shared/locales.ts'
import { bankTextsOf } from '#web/simulators/texts/index.ts'
import type { ShownCharge } from '../common/pages.ts'
import type { ChargeView, Entered } from './charge-parts.ts'
import { bankListPanel, walletListPanel } from './institution-list.ts'
import { qrCodePanel } from './qr-code-panel.ts'
import { arrivalPanel, transferPanel } from './transfer-panel.ts'
import { upiPanel } from './upi-panel.ts'
import { voucherPanel } from './voucher-panel.ts'
import { WALLETS, walletPanel } from './wallet-panel.ts'

interface BankPage {
  readonly panel: (view: ChargeView) => Html
  /** Content for testers below it, also once the payment is over. */
  readonly testPanel?: (view: ChargeView) => Html
  readonly scripts?: readonly AssetFile[]
}

const BANK_PAGES: Readonly<Record<string, BankPage>> = {
  OPEN_BANKING: { panel: bankListPanel },
  UPI: { panel: upiPanel },
  WALLETS: { panel: walletListPanel },
  BANK_TRANSFER: { panel: transferPanel, testPanel: arrivalPanel, scripts: ['simulators/main.ts'] },
  QR_CODE: { panel: qrCodePanel },
}

/** One button per outcome, the preset first; a plain form from 250 px. @param payableSeconds for vouchers and transfers */
export function chargePage(
  charge: ShownCharge,
  payableSeconds: number,
  {
    address = '',
    locale = 'en-US',
    ...entered
  }: Entered & { readonly address?: string; readonly locale?: Locale } = {},
): Page {
  const { method } = charge.page
  const texts = bankTextsOf(locale)
  const names: Readonly<Record<string, string>> = texts.names
  const name = voucherNameOf(method) ?? WALLETS[method]?.name ?? names[method] ?? method
  const view = { charge, entered, address, payableSeconds, locale, texts }
  const isOpen = charge.state === 'AWAITING_SHOPPER' || charge.state === 'PENDING'
  return renderPage({
    lang: locale,
    title: fill(texts.title, { name }),
    body: html`${simulatorRibbon(texts.simulator, fill(texts.simulates, { name }))}
<main class="page">
${isOpen ? panelOf(view, name) : chargeOver(view, name)}
${BANK_PAGES[method]?.testPanel?.(view)}
</main>`,
    styles: ['simulators/charge-page.css', 'simulators/bank-payments.css'],
    scripts: BANK_PAGES[method]?.scripts ?? [],
    formAction: ANY_WEB_ADDRESS,
  })
}

function panelOf(view: ChargeView, name: string): Html {
  const { method } = view.charge.page
  const wallet = WALLETS[method]
  if (wallet) return walletPanel(view, wallet)
  return BANK_PAGES[method]?.panel(view) ?? voucherPanel(view, name)
}

function chargeOver({ charge: { state, money, page }, locale, texts }: ChargeView, name: string): Html {
  const { approved, payTo, backToShop } = hostedTextsOf(locale)
  const ends: Readonly<Record<string, typeof approved>> = { CHARGED: approved, REFUSED: texts.notPaid }
  const { heading, words } = ends[state] ?? texts.over
  return html`<section class="panel" data-state="${state}">
<p class="badge badge-${state === 'CHARGED' ? 'success' : 'warning'}">${heading}</p>
<h1 class="amount">${formatMoney(money, locale)}</h1>
${facts({ [payTo]: page.merchantName, [texts.method]: name })}
<p class="muted">${words}</p>
<a class="button button-secondary" href="${page.returnUrl}">${backToShop}</a>
</section>`
}
