import { voucherNameOf } from '#domain/vouchers.ts'
import type { ShownCheckout } from '#providers/simulator/checkouts.ts'
import { html } from '../html.ts'
import { ANY_WEB_ADDRESS, type Page, renderPage } from '../layout.ts'
import { simulatorRibbon } from '../parts.ts'
import { checkoutOver } from './checkout-over.ts'
import { voucherSheet } from './voucher-sheet.ts'
import { WALLETS, walletSheet } from './wallet-sheet.ts'

/**
 * The simulated page of a wallet or a voucher: one button for each outcome, the ordered one first. What is over only
 * says so. Everything works as a plain form, from 250 pixels of width up.
 * @param payableSeconds how long a voucher may be paid
 */
export function checkoutPage(checkout: ShownCheckout, payableSeconds: number): Page {
  const { method } = checkout.checkout
  const name = voucherNameOf(method) ?? WALLETS[method]?.name ?? method
  const isOpen = checkout.state === 'AWAITING_SHOPPER' || checkout.state === 'PENDING'
  return renderPage({
    title: `Simulated ${name}`,
    body: html`${simulatorRibbon(`This stands in for ${name}. No real money moves.`)}
<main class="page">
${isOpen ? sheetOf(checkout, name, payableSeconds) : checkoutOver(checkout, name)}
</main>`,
    styles: ['simulators/checkout.css'],
    formAction: ANY_WEB_ADDRESS,
  })
}

function sheetOf(checkout: ShownCheckout, name: string, payableSeconds: number) {
  const wallet = WALLETS[checkout.checkout.method]
  return wallet ? walletSheet(checkout, wallet) : voucherSheet(checkout, name, payableSeconds)
}
