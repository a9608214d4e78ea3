/** Voucher providers by code (docs/reference/authorize.md#redirects-and-vouchers), with the names that shoppers know. */
const VOUCHERS = {
  ali: 'Alipay',
  blt: 'Boleto',
  chp: 'Chipper Cash',
  gir: 'Giropay',
  glu: 'Trustly',
  gfc: 'Gift Card',
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
} as const satisfies Record<string, string>

const PREFIX = 'voucher-redirect-'

export type VoucherMethod = `${typeof PREFIX}${keyof typeof VOUCHERS}`

const NAMES = new Map(Object.entries(VOUCHERS).map(([code, name]) => [PREFIX + code, name]))

/** Every voucher method as requests name it: `voucher-redirect-psc` … */
export const VOUCHER_METHODS = [...NAMES.keys()] as VoucherMethod[]

/** The name shoppers know a voucher method by, or undefined for a method that is none. */
export function voucherNameOf(method: string): string | undefined {
  return NAMES.get(method)
}

/** True if a method is one of the vouchers. */
export function isVoucher(method: string): boolean {
  return voucherNameOf(method) !== undefined
}
