import { bankPaymentWay } from './bank-payment.ts'
import { cardWay } from './card.ts'
import { savedCardWay } from './saved-card.ts'
import { voucherWay } from './voucher.ts'
import { walletAPageWay, walletBPageWay } from './wallet-redirect.ts'
import { walletTokenWay } from './wallet-token.ts'
import type { Way } from './way.ts'

/** Every way to pay, as the till offers them. */
export const WAYS: readonly Way[] = [
  cardWay,
  savedCardWay,
  walletTokenWay,
  walletAPageWay,
  walletBPageWay,
  voucherWay,
  bankPaymentWay,
]
