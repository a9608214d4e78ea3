/** Payment of our method on an Adyen payment link. */
export interface LinkMethod {
  /** Payment method types of the link; Adyen shows those of the currency and country. */
  readonly types: readonly string[]
  /** ISO 4217; null for every currency of the account. */
  readonly currencies: readonly string[] | null
  /** ISO 3166-1 alpha-2, of the shoppers to whom pages offer it; left out for everyone. */
  readonly countries?: readonly string[]
  /** True if links and partial refunds need lines (docs.adyen.com, Klarna, "Specifying invoice lines"). */
  readonly hasLines?: true
  /** True if Adyen can refund it. */
  readonly refunds: boolean
}

const GRABPAY = ['grabpay_ID', 'grabpay_MY', 'grabpay_PH', 'grabpay_SG', 'grabpay_TH', 'grabpay_VN']
const CONVENIENCE_STORES = ['konbini', 'econtext_seven_eleven', 'econtext_stores']

/**
 * Our methods at Adyen (docs.adyen.com, "Payment method types"). It lacks Chipper Cash, gift cards, Rapid Transfer,
 * Pago Fácil, Paysafecash, LinkAja, ShopeePay and SPEI. Giropay and Sofort are closed.
 */
export const LINK_METHODS: Readonly<Record<string, LinkMethod>> = {
  'walleta-pay-redirect': { types: ['googlepay'], currencies: null, refunds: true },
  'walletb-pay-redirect': { types: ['applepay'], currencies: null, refunds: true },
  OPEN_BANKING: { types: ['paybybank'], currencies: ['EUR', 'GBP'], refunds: true },
  BANK_TRANSFER: { types: ['bankTransfer_IBAN'], currencies: ['EUR'], refunds: true },
  QR_CODE: {
    types: ['pix', 'wechatpayQR', 'upi_qr', 'promptpay', 'paynow'],
    currencies: ['BRL', 'CNY', 'INR', 'THB', 'SGD'],
    refunds: true,
  },
  'voucher-redirect-ali': { types: ['alipay', 'alipay_hk'], currencies: null, refunds: true },
  'voucher-redirect-blt': { types: ['boletobancario'], currencies: ['BRL'], refunds: false },
  'voucher-redirect-glu': {
    types: ['trustly'],
    currencies: ['CZK', 'DKK', 'EUR', 'GBP', 'NOK', 'PLN', 'SEK'],
    refunds: true,
  },
  'voucher-redirect-npy': { types: ['eps'], currencies: ['EUR'], refunds: true },
  'voucher-redirect-ntl': { types: ['neteller'], currencies: null, refunds: true },
  'voucher-redirect-onb': {
    types: ['onlineBanking_CZ', 'onlineBanking_PL', 'onlineBanking_SK'],
    currencies: ['CZK', 'EUR', 'PLN'],
    refunds: true,
  },
  'voucher-redirect-psc': { types: ['paysafecard'], currencies: null, refunds: true },
  'voucher-redirect-pwy': { types: ['onlineBanking_PL'], currencies: ['PLN'], refunds: true },
  'voucher-redirect-gch': { types: ['gcash'], currencies: ['PHP'], refunds: true },
  'voucher-redirect-grp': {
    types: GRABPAY,
    currencies: ['IDR', 'MYR', 'PHP', 'SGD', 'THB', 'VND'],
    refunds: true,
  },
  'voucher-redirect-cns': { types: CONVENIENCE_STORES, currencies: ['JPY'], refunds: false },
  'voucher-redirect-dna': { types: ['dana'], currencies: ['IDR'], refunds: true },
  'voucher-redirect-mah': { types: ['paymaya_wallet'], currencies: ['PHP'], refunds: true },
  'voucher-redirect-khp': { types: ['kakaopay'], currencies: ['KRW'], refunds: true },
  'voucher-redirect-idl': { types: ['ideal'], currencies: ['EUR'], countries: ['NL'], refunds: true },
  'voucher-redirect-bct': { types: ['bcmc', 'bcmc_mobile'], currencies: ['EUR'], countries: ['BE'], refunds: true },
  'voucher-redirect-blk': { types: ['blik'], currencies: ['PLN'], countries: ['PL'], refunds: true },
  'voucher-redirect-kla': {
    types: ['klarna', 'klarna_paynow', 'klarna_account'],
    currencies: ['EUR', 'SEK', 'NOK', 'DKK', 'GBP', 'CHF', 'PLN'],
    hasLines: true,
    refunds: true,
  },
  'voucher-redirect-swi': { types: ['swish'], currencies: ['SEK'], countries: ['SE'], refunds: true },
  'voucher-redirect-twt': { types: ['twint'], currencies: ['CHF'], countries: ['CH'], refunds: true },
  'voucher-redirect-mbp': { types: ['mobilepay'], currencies: ['DKK', 'EUR'], refunds: true },
}
