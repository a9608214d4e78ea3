import { formatMoney } from '#domain/currency.ts'
import { voucherNameOf } from '#domain/vouchers.ts'
import type { AssetFile } from '#html/assets.ts'
import { type Html, html } from '#html/html.ts'
import { ANY_WEB_ADDRESS, type Page, renderPage } from '#html/layout.ts'
import { facts, simulatorRibbon } from '#html/parts.ts'
import type { ShownCharge } from '../common/pages.ts'
import type { ChargeView, Entered } from './charge-parts.ts'
import { bankListPanel, walletListPanel } from './institution-list.ts'
import { qrCodePanel } from './qr-code-panel.ts'
import { arrivalPanel, transferPanel } from './transfer-panel.ts'
import { upiPanel } from './upi-panel.ts'
import { voucherPanel } from './voucher-panel.ts'
import { WALLETS, walletPanel } from './wallet-panel.ts'

interface BankPage {
  readonly name: string
  /** Name of the real method. */
  readonly original: string
  readonly panel: (view: ChargeView) => Html
  /** Content for testers below it, also once the payment is over. */
  readonly testPanel?: (view: ChargeView) => Html
  readonly scripts?: readonly AssetFile[]
}

const BANK_PAGES: Readonly<Record<string, BankPage>> = {
  OPEN_BANKING: { name: 'Open banking', original: 'the shopper’s bank', panel: bankListPanel },
  UPI: { name: 'UPI', original: 'UPI and the app on the shopper’s phone', panel: upiPanel },
  WALLETS: { name: 'Wallets', original: 'the shopper’s wallets', panel: walletListPanel },
  BANK_TRANSFER: {
    name: 'Bank transfer',
    original: 'the bank that receives the transfer',
    panel: transferPanel,
    testPanel: arrivalPanel,
    scripts: ['simulators/main.ts'],
  },
  QR_CODE: { name: 'QR code', original: 'a QR code and the app that scans it', panel: qrCodePanel },
}

/** One button per outcome, the preset first; a plain form from 250 px. @param payableSeconds for vouchers and transfers */
export function chargePage(
  charge: ShownCharge,
  payableSeconds: number,
  { address = '', ...entered }: Entered & { readonly address?: string } = {},
): Page {
  const { method } = charge.page
  const name = voucherNameOf(method) ?? WALLETS[method]?.name ?? BANK_PAGES[method]?.name ?? method
  const view = { charge, entered, address, payableSeconds }
  const isOpen = charge.state === 'AWAITING_SHOPPER' || charge.state === 'PENDING'
  return renderPage({
    title: `Simulated ${name}`,
    body: html`${simulatorRibbon(`This page simulates ${BANK_PAGES[method]?.original ?? name}. No real money moves.`)}
<main class="page">
${isOpen ? panelOf(view, name) : chargeOver(charge, name)}
${BANK_PAGES[method]?.testPanel?.(view)}
</main>`,
    styles: ['simulators/charge-page.css', 'simulators/bank-payments.css'],
    scripts: BANK_PAGES[method]?.scripts ?? [],
    formAction: ANY_WEB_ADDRESS,
  })
}

function panelOf(view: ChargeView, name: string): Html {
  const { charge, payableSeconds } = view
  const { method } = charge.page
  const wallet = WALLETS[method]
  if (wallet) return walletPanel(charge, wallet)
  return BANK_PAGES[method]?.panel(view) ?? voucherPanel(charge, name, payableSeconds)
}

const PAID = { tone: 'success', heading: 'Paid', words: 'This payment is complete. There is nothing more to do here.' }
const NOT_PAID = { tone: 'warning', heading: 'Not paid', words: 'This payment has ended. Nothing was charged.' }
const OVER = {
  tone: 'warning',
  heading: 'No longer valid',
  words: 'This payment expired or the shop canceled it. You were not charged. Start again in the shop.',
}

const ENDS: Readonly<Record<string, typeof PAID>> = { CHARGED: PAID, REFUSED: NOT_PAID }

function chargeOver({ state, money, page }: ShownCharge, name: string): Html {
  const { tone, heading, words } = ENDS[state] ?? OVER
  return html`<section class="panel" data-state="${state}">
<p class="badge badge-${tone}">${heading}</p>
<h1 class="amount">${formatMoney(money, 'en')}</h1>
${facts({ Merchant: page.merchantName, Method: name })}
<p class="muted">${words}</p>
<a class="button button-secondary" href="${page.returnUrl}">Back to the shop</a>
</section>`
}
