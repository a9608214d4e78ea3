interface Ending {
  readonly heading: string
  readonly words: string
}

/** Everything a shopper reads on the simulated pages of banks, wallets and vouchers; names in braces are replaced. */
export interface BankTexts {
  readonly simulator: string
  readonly noMoney: string
  readonly simulates: string
  readonly title: string
  readonly bank: string
  readonly question: string
  /** By EMV 3DS transStatus. */
  readonly outcomes: Readonly<Record<'Y' | 'N' | 'U' | 'A' | 'R' | 'I', string>>
  readonly cancel: string
  readonly to: string
  readonly thanks: string
  readonly takingBack: string
  readonly names: Readonly<Record<'OPEN_BANKING' | 'WALLETS' | 'BANK_TRANSFER' | 'QR_CODE', string>>
  readonly voucher: string
  readonly method: string
  readonly paymentReference: string
  readonly allowed: string
  readonly once: string
  readonly from: string
  readonly account: string
  readonly allow: string
  readonly approveInApp: string
  readonly paid: string
  readonly arrives: string
  readonly later: string
  readonly payLater: string
  readonly decline: string
  readonly chooseBank: string
  readonly otherBank: string
  readonly chooseWallet: string
  readonly otherWallet: string
  readonly transferTitle: string
  readonly scanTitle: string
  readonly upiTitle: string
  readonly approveTitle: string
  readonly postponed: string
  readonly voucherWaiting: string
  readonly transferWaiting: string
  readonly nothingArrived: string
  readonly arrived: string
  readonly upiCode: string
  readonly scanHint: string
  readonly inApp: string
  readonly upiWrong: string
  readonly upiAddress: string
  readonly sendRequest: string
  readonly asked: string
  readonly another: string
  readonly pageCode: string
  readonly codeHint: string
  readonly voucherNumber: string
  readonly notPaid: Ending
  /** Expired, or canceled by the shop. */
  readonly over: Ending
}
