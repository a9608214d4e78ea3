import { bankPaymentWay } from './bank-payment.ts'
import { cardWay } from './card.ts'
import type { PaymentOption } from './payment-option.ts'
import { savedCardOption } from './saved-card.ts'
import { voucherWay } from './voucher.ts'
import { walletAPageWay, walletBPageWay } from './wallet-redirect.ts'
import { walletTokenWay } from './wallet-token.ts'

/** Every payment option, as the checkout offers them. */
export const PAYMENT_OPTIONS: readonly PaymentOption[] = [
  cardWay,
  savedCardOption,
  walletTokenWay,
  walletAPageWay,
  walletBPageWay,
  voucherWay,
  bankPaymentWay,
]
