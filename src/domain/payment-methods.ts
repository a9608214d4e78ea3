/** The voucher codes of the specification (POST /api/transactions/authorize, "Voucher redirect codes"). */
const VOUCHER_CODES = [
  ...['ali', 'blt', 'chp', 'gir', 'glu', 'gfc', 'obt', 'npy', 'ntl', 'onb', 'pgf', 'psc', 'pch'],
  ...['pwy', 'gch', 'grp', 'cns', 'dna', 'lnj', 'mah', 'spx', 'khp', 'spi', 'sft', 'epd'],
]

/**
 * What a terminal's `payment_methods` may name: the request's types and methods, plus `PAYOUT` (contract section 9).
 * A terminal may be told now what this gateway carries out later.
 */
export const PAYMENT_METHODS: readonly string[] = [
  ...['card', 'saved_card', 'network-token', 'walleta-pay', 'walleta-pay-redirect', 'walletb-pay-redirect'],
  ...VOUCHER_CODES.map((code) => `voucher-redirect-${code}`),
  ...['OPEN_BANKING', 'UPI', 'WALLETS', 'BANK_TRANSFER', 'QR_CODE', 'PAYOUT'],
]
