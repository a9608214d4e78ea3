import { bankPaymentOption } from './bank-payment.ts'
import { cardOption } from './card.ts'
import type { PaymentOption } from './payment-option.ts'
import { savedCardOption } from './saved-card.ts'
import { voucherOption } from './voucher.ts'
import { walletAPageOption, walletBPageOption } from './wallet-redirect.ts'
import { walletTokenOption } from './wallet-token.ts'

export const PAYMENT_OPTIONS: readonly PaymentOption[] = [
  cardOption,
  savedCardOption,
  walletTokenOption,
  walletAPageOption,
  walletBPageOption,
  voucherOption,
  bankPaymentOption,
]
