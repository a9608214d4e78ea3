/** Voucher providers by code, with the names that shoppers know (docs/reference/authorize.md#redirects-and-vouchers). */
const VOUCHERS = {
  ali: 'Alipay',
  blt: 'Boleto',
  chp: 'Chipper Cash',
  gir: 'Giropay',
  glu: 'Trustly',
  gfc: 'Gift card',
  obt: 'Rapid Transfer',
  npy: 'EPS',
  ntl: 'Neteller',
  onb: 'Online Banking',
  pgf: 'Pago Fácil',
  psc: 'Paysafecard',
  pch: 'Paysafecash',
  pwy: 'Przelewy24',
  gch: 'GCash',
  grp: 'GrabPay',
  cns: 'Convenience Store',
  dna: 'DANA',
  lnj: 'LinkAja',
  mah: 'Maya',
  spx: 'ShopeePay',
  khp: 'KakaoPay',
  spi: 'SPEI',
  sft: 'Sofort',
  epd: 'ePay',
  idl: 'iDEAL',
  bct: 'Bancontact',
  blk: 'BLIK',
  kla: 'Klarna',
  swi: 'Swish',
  twt: 'TWINT',
  mbp: 'MobilePay',
} as const satisfies Record<string, string>

const PREFIX = 'voucher-redirect-'

export type VoucherMethod = `${typeof PREFIX}${keyof typeof VOUCHERS}`

const NAMES = new Map(Object.entries(VOUCHERS).map(([code, name]) => [PREFIX + code, name]))

/** Names of voucher methods in requests: `voucher-redirect-psc` … */
export const VOUCHER_METHODS = [...NAMES.keys()] as VoucherMethod[]

export function voucherNameOf(method: string): string | undefined {
  return NAMES.get(method)
}

export function isVoucher(method: string): boolean {
  return voucherNameOf(method) !== undefined
}
