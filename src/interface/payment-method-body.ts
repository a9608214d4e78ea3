import { type Static, Type } from 'typebox'
import { WALLET_REDIRECTS } from '#domain/payment-methods.ts'
import { VOUCHER_METHODS } from '#domain/vouchers.ts'
import { readBody } from './read.ts'
import { Email, Encrypted, FreeText } from './types.ts'

/** Required fields of vouchers (docs/reference/authorize.md#required-fields). */
export const VOUCHER_FIELDS = [
  'description',
  'customer',
  'browser_info',
  'metadata',
  'return_url',
  'error_url',
  'cancel_url',
] as const

const CardData = Type.Object({
  encrypted_card_number: Encrypted,
  encrypted_cvv: Encrypted,
  encrypted_expiration_month: Encrypted,
  encrypted_expiration_year: Encrypted,
})

const CardMethod = Type.Object(
  { type: Type.Literal('card'), data: CardData },
  { title: 'Card method', description: 'Needs `browser_info`.' },
)

const SavedCardData = Type.Object({
  payment_method_id: Type.String({ minLength: 1, maxLength: 255, description: 'The token of the stored card.' }),
  encrypted_cvv: Type.Optional(Encrypted),
})

const SavedCardMethod = Type.Object(
  { type: Type.Literal('saved_card'), data: SavedCardData },
  { title: 'Saved card method', description: 'Needs `browser_info`.' },
)

const AgreementMethod = Type.Object(
  {
    type: Type.Literal('agreement'),
    data: Type.Object({
      agreement_id: Type.String({ minLength: 1, maxLength: 255, description: 'An active agreement.' }),
    }),
  },
  { title: 'Agreement method', description: 'Charges a card while the shopper is away, without 3-D Secure.' },
)

const NetworkTokenData = Type.Object({
  encrypted_token_number: Encrypted,
  encrypted_expiration_month: Encrypted,
  encrypted_expiration_year: Encrypted,
  encrypted_cryptogram: Type.Optional(Encrypted),
  eci: Type.Optional(Type.Enum(['00', '01', '02', '05', '06', '07'], { description: 'Only with a cryptogram.' })),
  source: Type.Optional(Type.Enum(['network-token', 'walleta-pay', 'walletb-pay'], { default: 'network-token' })),
})

const NetworkTokenMethod = Type.Object(
  { type: Type.Literal('network-token'), data: NetworkTokenData },
  { title: 'Network token method', description: 'Without a cryptogram it needs `browser_info`.' },
)

const WalletTokenMethod = Type.Object(
  {
    type: Type.Literal('walleta-pay'),
    data: Type.Object({
      walleta_pay_token: Type.String({
        minLength: 1,
        maxLength: 16_384,
        description: "The wallet's token, a JSON string (ECv2), Base64-encoded as a whole.",
      }),
    }),
  },
  { title: 'Wallet token method', description: 'Send `browser_info` with it: a token without a cryptogram needs it.' },
)

const WalletRedirectMethod = Type.Object(
  { type: Type.Enum([...WALLET_REDIRECTS]), data: Type.Object({}) },
  { title: 'Wallet redirect method', description: '`PURCHASE` only. Needs `return_url`.' },
)

const PayerText = FreeText({ minLength: 1, maxLength: 255 })

const VoucherData = Type.Object({ email: Email, first_name: PayerText, last_name: PayerText })

const VoucherMethod = Type.Object(
  { type: Type.Enum([...VOUCHER_METHODS]), data: VoucherData },
  {
    title: 'Voucher method',
    description: `\`PURCHASE\` only. Needs ${VOUCHER_FIELDS.map((field) => `\`${field}\``).join(', ')}.`,
  },
)

const METHODS = [
  CardMethod,
  SavedCardMethod,
  AgreementMethod,
  NetworkTokenMethod,
  WalletTokenMethod,
  WalletRedirectMethod,
  VoucherMethod,
] as const

/** Rules for every type, so that a missing type does not hide a missing `data`. */
const EVERY_METHOD = { required: ['type', 'data'], properties: { type: {}, data: { type: 'object' } } }

/** docs/reference/authorize.md#required-fields; `rules.ts` checks what each requires of the rest of the request. */
export const PaymentMethodBody = Type.Union([...METHODS], { discriminator: { propertyName: 'type' }, ...EVERY_METHOD })

export function requestedMethodOf(method: Static<typeof PaymentMethodBody>) {
  switch (method.type) {
    case 'card':
      return { kind: 'card', type: method.type, card: readBody(CardData, method.data) } as const
    case 'saved_card':
      return { kind: 'saved-card', type: method.type, ...readBody(SavedCardData, method.data) } as const
    case 'agreement':
      return { kind: 'agreement', type: method.type, agreementId: method.data.agreement_id } as const
    case 'network-token': {
      const { eci, source, ...token } = readBody(NetworkTokenData, method.data)
      return { kind: 'network-token', type: method.type, token, eci, source: source ?? 'network-token' } as const
    }
    case 'walleta-pay':
      return { kind: 'wallet-token', type: method.type, token: method.data.walleta_pay_token } as const
    default:
      return { kind: 'redirect', type: method.type, name: method.type, payer: payerOf(method.data) } as const
  }
}

/** Payer of a voucher; wallets know theirs. */
function payerOf(data: object | Static<typeof VoucherData>) {
  return 'email' in data ? readBody(VoucherData, data) : null
}
