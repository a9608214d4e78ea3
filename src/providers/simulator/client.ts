import type { ProviderAccount } from '#domain/merchant.ts'
import type { ChargeBook } from '../charge-book.ts'
import type { AttemptKey, Charge, InquiryAnswer, ProviderAnswer } from '../provider.ts'
import { ordersFor } from './config.ts'
import type { Dialect } from './dialect.ts'
import { lostAnswerOf } from './faults.ts'
import { pause } from './line.ts'
import { REVERSED } from './translate.ts'

/** The bank behind a simulator. It commits to its book before it answers, and answers inquiries from the book alone. */
export function openBank({ name, bookingOf }: Dialect, book: ChargeBook) {
  return {
    async charge(account: ProviderAccount, charge: Charge, signal: AbortSignal): Promise<ProviderAnswer> {
      const orders = ordersFor(account, charge.metadata)
      const lost = lostAnswerOf(orders.fault)
      if (lost?.books === false) return lost.lose(signal)
      const { answer } = await book.record({ ...lineOf(name, account, charge), ...bookingOf(orders, charge) })
      await pause(orders.delayMs, signal)
      return lost ? lost.lose(signal) : answer.given
    },

    async inquire({ merchantId, attemptId }: AttemptKey): Promise<InquiryAnswer> {
      const charge = await book.find(merchantId, attemptId)
      return charge === undefined || charge.answer.concealed ? { kind: 'not-found' } : charge.answer.given
    },

    async reverse({ merchantId, attemptId, account }: AttemptKey): Promise<void> {
      const { provider, providerAccountId } = account
      await book.reverse({ attemptId, merchantId, provider, providerAccountId, answer: REVERSED })
    },
  }
}

function lineOf(provider: string, account: ProviderAccount, charge: Charge) {
  return {
    attemptId: charge.attemptId,
    merchantId: charge.merchantId,
    provider,
    providerAccountId: account.providerAccountId,
    transactionId: charge.transactionId,
    reference: charge.reference,
    operation: charge.transactionType,
    money: charge.money,
    noticeUrl: charge.noticeUrl,
  }
}
