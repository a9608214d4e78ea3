import type { ProviderAccount } from '#domain/merchant.ts'
import type { BookEntry, ChargeBook } from '../charge-book.ts'
import type { AttemptKey, Charge, InquiryAnswer, ProviderAnswer } from '../provider.ts'
import { capabilities } from './capabilities.ts'
import { ordersFor } from './config.ts'
import { lostAnswerOf } from './faults.ts'
import { pause } from './line.ts'
import type { Orders } from './orders.ts'
import { bookingOf, REVERSED } from './translate.ts'

/** The bank behind the simulator. It commits to its book before it answers, and answers inquiries from the book alone. */
export function openBank(book: ChargeBook) {
  return {
    async charge(account: ProviderAccount, charge: Charge, signal: AbortSignal): Promise<ProviderAnswer> {
      const orders = ordersFor(account, charge.metadata)
      const lost = lostAnswerOf(orders.fault)
      if (lost?.books === false) return lost.lose(signal)
      const { answer } = await book.record(entryFor(account, charge, orders))
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

function entryFor(account: ProviderAccount, charge: Charge, orders: Orders): BookEntry {
  return {
    ...bookingOf(orders, charge.proof),
    attemptId: charge.attemptId,
    merchantId: charge.merchantId,
    provider: capabilities.name,
    providerAccountId: account.providerAccountId,
    transactionId: charge.transactionId,
    reference: charge.reference,
    operation: charge.transactionType,
    money: charge.money,
  }
}
