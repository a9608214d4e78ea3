import { voucherNameOf } from '#domain/vouchers.ts'
import type { ShownCharge } from '#providers/simulators/common/pages.ts'
import { type Html, html } from '../html.ts'
import { ANY_WEB_ADDRESS, type Page, renderPage } from '../layout.ts'
import { simulatorRibbon } from '../parts.ts'
import { chargeOver } from './charge-over.ts'
import type { Entered, SheetView } from './charge-parts.ts'
import { bankSheet, walletListSheet } from './institution-list.ts'
import { qrSheet } from './qr-code-panel.ts'
import { arrivalPanel, transferSheet } from './transfer-panel.ts'
import { upiSheet } from './upi-panel.ts'
import { voucherSheet } from './voucher-panel.ts'
import { WALLETS, walletSheet } from './wallet-panel.ts'

/** The page of one method of the payment endpoint. */
interface BankPage {
  readonly name: string
  /** What it stands in for. */
  readonly original: string
  readonly sheet: (view: SheetView) => Html
  /** Below the sheet, also once the payment is over. */
  readonly panel?: (view: SheetView) => Html
}

const BANK_PAGES: Readonly<Record<string, BankPage>> = {
  OPEN_BANKING: { name: 'Open banking', original: 'the shopper’s bank', sheet: bankSheet },
  UPI: { name: 'UPI', original: 'UPI and the app on the shopper’s phone', sheet: upiSheet },
  WALLETS: { name: 'Wallets', original: 'the shopper’s wallets', sheet: walletListSheet },
  BANK_TRANSFER: {
    name: 'Bank transfer',
    original: 'the bank that receives the transfer',
    sheet: transferSheet,
    panel: arrivalPanel,
  },
  QR_CODE: { name: 'QR code', original: 'a QR code and the app that scans it', sheet: qrSheet },
}

/**
 * The simulated page of a wallet, a voucher or a bank payment: one button for each outcome, the preset one first. What
 * is over only says so. Everything works as a plain form, from 250 pixels of width up.
 * @param payableSeconds how long a voucher or a transfer may take
 * @param entered the page's own address, and what was entered on it
 */
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
    body: html`${simulatorRibbon(`This stands in for ${BANK_PAGES[method]?.original ?? name}. No real money moves.`)}
<main class="page">
${isOpen ? sheetOf(view, name) : chargeOver(charge, name)}
${BANK_PAGES[method]?.panel?.(view)}
</main>`,
    styles: ['simulators/charge-page.css', 'simulators/bank-payments.css'],
    formAction: ANY_WEB_ADDRESS,
  })
}

function sheetOf(view: SheetView, name: string): Html {
  const { charge, payableSeconds } = view
  const { method } = charge.page
  const wallet = WALLETS[method]
  if (wallet) return walletSheet(charge, wallet)
  return BANK_PAGES[method]?.sheet(view) ?? voucherSheet(charge, name, payableSeconds)
}
