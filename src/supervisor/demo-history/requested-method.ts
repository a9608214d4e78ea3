import { type Brand, cvvLengthOf } from '#domain/brands.ts'
import { isCardNumber } from '#domain/card-rules.ts'
import { Secret } from '#domain/secret.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { RequestedMethod } from '#flows/payment/authorize/payment-request.ts'
import { issueWalletToken } from '#flows/simulators/issue-wallet-token.ts'
import { TEST_CARDS } from '#simulators/card/test-cards.ts'
import type { Order } from './orders.ts'
import { PEOPLE } from './people.ts'

const NAMES = Object.keys(PEOPLE)
const YEARS_LEFT = 3
/** The example account of the IBAN registry. */
const IBAN = 'RO49AAAA1B31007593840000'

export interface Kept {
  readonly token?: string | undefined
  readonly agreementId?: string | undefined
}

export async function requestedMethod(
  gateway: Gateway,
  merchantId: string,
  order: Order,
  { token, agreementId }: Kept,
): Promise<RequestedMethod> {
  const { person, method } = order
  const [firstName, lastName] = PEOPLE[person]
  if (isBrand(method)) return typedCard(gateway, order, method)
  if (method === 'saved') return { kind: 'saved-card', type: 'saved_card', paymentMethodId: token!, encryptedCvv: null }
  if (method === 'agreement') return { kind: 'agreement', type: method, agreementId: agreementId! }
  if (method === 'walleta-pay')
    return { kind: 'wallet-token', type: method, token: await walletToken(gateway, merchantId, order) }
  if (method === 'PAYOUT') return bankAccount(`${firstName} ${lastName}`)
  if (method.startsWith('voucher-')) {
    return { kind: 'redirect', type: method, name: method, payer: { email: emailAddress(order), firstName, lastName } }
  }
  return { kind: 'redirect', type: `payment_${method.toLowerCase()}`, name: method, payer: null }
}

const isBrand = (method: string): method is Brand => Object.hasOwn(TEST_CARDS, method)

/** True if a card is charged, so that its bank may require authentication. */
export function paysByCard({ method }: Order): boolean {
  return isBrand(method) || method === 'saved'
}

export function emailAddress({ person }: Order): string {
  const [firstName, lastName] = PEOPLE[person]
  return `${firstName}.${lastName}@example.com`.toLowerCase()
}

/** IP address of a person, from a documentation network (RFC 5737). */
export function ipAddress({ person }: Order): string {
  return `203.0.113.${10 + NAMES.indexOf(person)}`
}

function typedCard({ clock }: Gateway, order: Order, brand: Brand): RequestedMethod {
  const [firstName, lastName] = PEOPLE[order.person]
  const card = {
    number: new Secret(cardNumber(order, brand)),
    cvv: new Secret('1234'.slice(0, cvvLengthOf(brand))),
    expirationMonth: '11',
    expirationYear: String(clock.now().getFullYear() + YEARS_LEFT),
    holderName: `${firstName} ${lastName}`,
  }
  return { kind: 'typed-card', type: 'card', card }
}

/** Number that begins like the brand's test card, unique for a person. */
function cardNumber({ person }: Order, brand: Brand): string {
  const test = TEST_CARDS[brand]
  const start = test.slice(0, -5) + String(2741 + 389 * NAMES.indexOf(person))
  return Array.from({ length: 10 }, (_, digit) => start + digit).find(isCardNumber)!
}

function walletToken(gateway: Gateway, merchantId: string, order: Order): Promise<string> {
  const expirationYear = gateway.clock.now().getFullYear() + YEARS_LEFT
  const card = { number: new Secret(cardNumber(order, 'visa')), expirationMonth: 11, expirationYear }
  return issueWalletToken(gateway, merchantId, { ...card, authMethod: 'CRYPTOGRAM_3DS' })
}

function bankAccount(accountName: string): RequestedMethod {
  const unknown = { ifsc: null, bankCode: null, bankName: null, bankBranch: null, bankAddress: null, bankCity: null }
  const beneficiary = {
    type: 'bank_account',
    accountNumber: new Secret(IBAN),
    accountName,
    ...unknown,
    bankState: null,
    mobile: null,
  } as const
  return { kind: 'bank-account', type: 'payout_bank_account', name: 'PAYOUT', beneficiary }
}
