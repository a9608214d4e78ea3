import type { ProviderAccount } from '#domain/merchant.ts'
import type { AttemptKey, Charge, FollowUp, InquiryAnswer, ProviderAnswer } from '../../provider.ts'
import { ordersFor } from './config.ts'
import type { Dialect } from './dialect.ts'
import type { Orders } from './directives.ts'
import { lostAnswerOf } from './faults.ts'
import { pause } from './line.ts'
import type { BookEntry, ChargeBook, FoundCharge } from './simulated-charges.ts'
import { answeredAtOnce, REVERSED } from './translate.ts'

/** The bank behind a simulator. It commits to its book before it answers, and answers inquiries from the book alone. */
export function openBank({ name, bookingOf }: Dialect, book: ChargeBook) {
  return {
    charge(account: ProviderAccount, charge: Charge, signal: AbortSignal): Promise<ProviderAnswer> {
      const orders = ordersFor(account, charge.metadata)
      const line = { ...lineOf(name, account, charge, charge.transactionType), ...bookingOf(orders, charge) }
      return carryOut(book, line, orders, signal)
    },

    followUp(account: ProviderAccount, followUp: FollowUp, signal: AbortSignal): Promise<ProviderAnswer> {
      const orders = ordersFor(account, followUp.metadata)
      const line = { ...lineOf(name, account, followUp, followUp.operation), ...answeredAtOnce(orders), checkout: null }
      return carryOut(book, line, orders, signal)
    },

    async inquire({ merchantId, attemptId }: AttemptKey): Promise<InquiryAnswer> {
      const charge = await book.find(merchantId, attemptId)
      return charge === undefined || charge.answer.concealed ? { kind: 'not-found' } : toldOf(charge)
    },

    async reverse({ merchantId, attemptId, account }: AttemptKey): Promise<void> {
      const { provider, providerAccountId } = account
      await book.reverse({ attemptId, merchantId, provider, providerAccountId, answer: REVERSED })
    },
  }
}

/** Of a bank transfer also how much of it has arrived. */
function toldOf({ answer: { given }, receivedAmount }: FoundCharge): ProviderAnswer {
  if (given.kind !== 'outcome' || receivedAmount === 0n) return given
  return { ...given, outcome: { ...given.outcome, receivedAmount: String(receivedAmount) } }
}

/** Books first, then answers, unless the answer is to get lost. */
async function carryOut(
  book: ChargeBook,
  line: BookEntry,
  orders: Orders,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const lost = lostAnswerOf(orders.fault)
  if (lost?.books === false) return lost.lose(signal)
  const { answer } = await book.record(line)
  await pause(orders.delayMs, signal)
  return lost ? lost.lose(signal) : answer.given
}

function lineOf(provider: string, account: ProviderAccount, charge: Charge | FollowUp, operation: string) {
  return {
    attemptId: charge.attemptId,
    merchantId: charge.merchantId,
    provider,
    providerAccountId: account.providerAccountId,
    transactionId: charge.transactionId,
    reference: charge.reference,
    operation,
    money: charge.money,
    noticeUrl: charge.noticeUrl,
  }
}
