import type { AgreementTerms } from '#domain/agreement.ts'
import { keptText } from '#domain/kept-text.ts'
import type { FollowUpType } from '#domain/transaction-type.ts'
import type { PersonName } from './people.ts'

/** Decisions of the shopper's bank or provider: the simulators' metadata, and the end of a challenge. */
const ENDINGS = {
  approved: {},
  challenged: { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' },
  unauthenticated: {
    simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE',
    authentication_simulator: { transStatus: 'N' },
  },
  refused: { response_code: 'TRX_STATUS_DECLINED', response_message: 'Do not honor' },
  'no money': { response_code: 'TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS', response_message: 'Insufficient funds' },
  fraud: { response_code: 'RISK_FAILED_FRAUD', response_message: 'Suspected fraud' },
  'too often': { response_code: 'RISK_FAILED_VELOCITY_CHECK', response_message: 'Exceeds withdrawal frequency' },
  canceled: { response_code: 'TRX_STATUS_CANCELED', response_message: 'Canceled by the shopper' },
  asked: { simulate_dispute: 'inquiry' },
  pending: { response_code: 'TRX_STATUS_PENDING', response_message: 'Awaiting the transfer' },
} as const

export interface FollowUp {
  readonly type: FollowUpType
  readonly afterHours: number
  /** Minor units; null for the full amount. */
  readonly amount: bigint | null
}

export interface Order {
  readonly person: PersonName
  readonly description: string
  readonly currency: string
  /** Minor units. */
  readonly amount: bigint
  /** Card brand, or the method's name in requests. */
  readonly method: string
  readonly metadata: (typeof ENDINGS)[keyof typeof ENDINGS]
  /** Authorization without a full capture; the rest expires after these hours, or by its provider's default. */
  readonly hold?: { readonly expiresInHours?: number }
  readonly savesCard: boolean
  /** Made with this order; later orders by the method `agreement` are charged under it. */
  readonly agreement?: AgreementTerms
  readonly followUps: readonly FollowUp[]
}

type Rest = Partial<Pick<Order, 'hold' | 'savesCard' | 'agreement' | 'followUps'>>

function order(
  person: PersonName,
  description: string,
  currency: string,
  amount: bigint,
  method: string,
  ending: keyof typeof ENDINGS = 'approved',
  rest: Rest = {},
): Order {
  const metadata = ENDINGS[ending]
  return { person, description, currency, amount, method, metadata, savesCard: false, followUps: [], ...rest }
}

const refund = (afterHours: number, amount: bigint | null = null): Rest => ({
  followUps: [{ type: 'REFUND', afterHours, amount }],
})
const captured = (afterHours: number, amount: bigint | null = null): Rest => ({
  hold: {},
  followUps: [{ type: 'CAPTURE', afterHours, amount }],
})
const voided = (afterHours: number): Rest => ({ hold: {}, followUps: [{ type: 'VOID', afterHours, amount: null }] })
const SAVED: Rest = { savesCard: true }
const AGREED: Rest = {
  savesCard: true,
  agreement: {
    purpose: 'RECURRING',
    description: keptText('Weekly coffee box'),
    maxAmount: 2_500n,
    frequencyDays: 7,
    endsOn: null,
  },
}

/** Orders of two weeks, oldest first. Authorizations are recent: older ones would expire before their captures. */
export const ORDERS: readonly Order[] = [
  order('ana', 'House blend 250 g', 'RON', 5_490n, 'visa', 'challenged', SAVED),
  order('lena', 'Guji washed 250 g', 'EUR', 1_450n, 'mastercard', 'challenged', SAVED),
  order('oliver', 'House blend 1 kg', 'GBP', 2_900n, 'visa'),
  order('jonas', 'Decaf 250 g', 'EUR', 1_280n, 'visa', 'no money'),
  order('jonas', 'Decaf 250 g', 'EUR', 1_280n, 'mastercard', 'challenged'),
  order('priya', 'Monsoon Malabar 500 g', 'INR', 89_900n, 'UPI'),
  order('claire', 'Café Linde: 12 kg house blend', 'EUR', 21_600n, 'visa', 'challenged'),
  order('grace', 'Gift box', 'USD', 4_800n, 'amex', 'approved', refund(73)),
  order('mateo', 'Espresso roast 500 g', 'EUR', 1_990n, 'visa'),
  order('kasia', 'Guji washed 250 g', 'PLN', 6_200n, 'voucher-redirect-pwy'),
  order('oliver', 'Weekly coffee box', 'GBP', 1_800n, 'mastercard', 'challenged', AGREED),
  order('radu', 'Pour-over set', 'RON', 18_900n, 'maestro', 'unauthenticated'),
  order('radu', 'Pour-over set', 'RON', 18_900n, 'visa', 'challenged'),
  order('haruto', 'Guji washed 250 g', 'JPY', 2_480n, 'visa', 'approved', SAVED),
  order('giulia', 'Bar Navigli: 8 kg espresso roast', 'EUR', 15_200n, 'mastercard', 'challenged', refund(28, 3_800n)),
  order('beatriz', 'House blend 1 kg', 'BRL', 17_900n, 'voucher-redirect-blt'),
  order('lena', 'Filter papers', 'EUR', 690n, 'saved'),
  order('oliver', 'Hand grinder', 'GBP', 5_400n, 'visa', 'refused'),
  order('oliver', 'Hand grinder', 'GBP', 5_400n, 'OPEN_BANKING'),
  order('arjun', 'House blend 250 g', 'INR', 49_900n, 'UPI', 'canceled'),
  order('arjun', 'House blend 250 g', 'INR', 49_900n, 'UPI'),
  order('claire', 'Tasting set', 'EUR', 3_200n, 'walleta-pay'),
  order('ana', 'House blend 250 g', 'RON', 5_490n, 'saved'),
  order('mateo', 'Espresso roast 500 g', 'EUR', 1_990n, 'OPEN_BANKING'),
  order('grace', 'Espresso roast 500 g', 'USD', 2_350n, 'visa', 'fraud'),
  order('giulia', 'Refund of the deposit for the fair', 'EUR', 12_000n, 'PAYOUT'),
  order('jonas', 'Guji washed 250 g', 'EUR', 1_450n, 'BANK_TRANSFER'),
  order('haruto', 'Dripper', 'JPY', 3_960n, 'saved'),
  order('priya', 'Monsoon Malabar 500 g', 'INR', 89_900n, 'QR_CODE'),
  order('kasia', 'House blend 1 kg', 'PLN', 14_500n, 'visa', 'challenged', refund(50, 7_250n)),
  order('radu', 'House blend 250 g', 'RON', 5_490n, 'visa', 'asked'),
  order('lena', 'House blend 1 kg', 'EUR', 3_400n, 'saved', 'approved', refund(44)),
  order('oliver', 'Guji washed 250 g', 'GBP', 1_240n, 'walleta-pay'),
  order('beatriz', 'Dripper', 'BRL', 13_800n, 'visa', 'no money'),
  order('beatriz', 'Dripper', 'BRL', 13_800n, 'visa', 'challenged'),
  order('claire', 'Guji washed 250 g', 'EUR', 1_450n, 'walleta-pay'),
  order('mateo', 'Decaf 250 g', 'EUR', 1_280n, 'voucher-redirect-psc'),
  order('grace', 'House blend 250 g', 'USD', 1_600n, 'amex'),
  order('ana', 'Tasting set', 'RON', 15_900n, 'saved'),
  order('arjun', 'Hand grinder', 'INR', 549_900n, 'mastercard', 'unauthenticated'),
  order('arjun', 'Hand grinder', 'INR', 549_900n, 'WALLETS'),
  order('claire', 'Café Linde: 12 kg house blend', 'EUR', 21_600n, 'visa', 'challenged', captured(25)),
  order('oliver', 'Weekly coffee box', 'GBP', 1_800n, 'agreement'),
  order('jonas', 'House blend 250 g', 'EUR', 1_190n, 'visa', 'too often'),
  order('jonas', 'House blend 250 g', 'EUR', 1_190n, 'OPEN_BANKING'),
  order('haruto', 'House blend 1 kg', 'JPY', 5_120n, 'saved', 'approved', refund(30, 2_560n)),
  order('kasia', 'Gift box', 'PLN', 19_900n, 'walleta-pay'),
  order('mateo', 'Roastery tour for two', 'EUR', 5_800n, 'visa', 'approved', voided(20)),
  order('giulia', 'Bar Navigli: 6 kg house blend', 'EUR', 11_400n, 'mastercard', 'challenged', captured(30, 9_500n)),
  order('radu', 'Supplier: paper bags', 'RON', 84_000n, 'PAYOUT'),
  order('lena', 'Guji washed 250 g', 'EUR', 1_450n, 'saved'),
  order('oliver', 'House blend 1 kg', 'GBP', 2_900n, 'visa', 'challenged', refund(12)),
  order('priya', 'Tasting set', 'INR', 259_900n, 'visa', 'challenged', SAVED),
  order('claire', 'Hotel Marais: 20 kg espresso roast', 'EUR', 38_000n, 'visa', 'challenged', {
    hold: { expiresInHours: 20 },
  }),
  order('mateo', 'Pour-over set', 'EUR', 4_150n, 'mastercard', 'refused'),
  order('mateo', 'Pour-over set', 'EUR', 4_150n, 'visa', 'challenged'),
  order('giulia', 'Bar Navigli: 8 kg espresso roast', 'EUR', 15_200n, 'mastercard', 'challenged', { hold: {} }),
  order('grace', 'Guji washed 250 g', 'USD', 2_100n, 'visa'),
  order('beatriz', 'House blend 250 g', 'BRL', 5_900n, 'QR_CODE'),
  order('ana', 'Filter papers', 'RON', 2_890n, 'saved'),
  order('jonas', 'House blend 1 kg', 'EUR', 3_400n, 'BANK_TRANSFER', 'pending'),
  order('haruto', 'Guji washed 250 g', 'JPY', 2_480n, 'saved'),
  order('kasia', 'Decaf 250 g', 'PLN', 5_400n, 'visa', 'no money'),
  order('lena', 'Espresso roast 500 g', 'EUR', 1_990n, 'saved'),
  order('oliver', 'Gift box', 'GBP', 3_900n, 'visa', 'challenged'),
]
