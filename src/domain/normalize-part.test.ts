import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_AMOUNT } from './money.ts'
import { normalizePart, type PartSum } from './normalize-part.ts'
import type { Status } from './status.ts'
import type { FollowUpType, OriginalType, TransactionType } from './transaction-type.ts'

/** An original and its follow-ups, as the rules of follow-ups let them come about. */
class Books {
  readonly original: { transactionType: OriginalType; amount: bigint; normalizedAmount: bigint }
  readonly parts: { transactionType: TransactionType; status: Status; amount: bigint; normalizedAmount: bigint }[] = []

  constructor(transactionType: OriginalType, amount: bigint, normalizedAmount: bigint) {
    this.original = { transactionType, amount, normalizedAmount }
  }

  #sum(field: 'amount' | 'normalizedAmount', type: TransactionType, ...statuses: Status[]): bigint {
    return this.parts
      .filter((part) => part.transactionType === type && statuses.includes(part.status))
      .reduce((total, part) => total + part[field], 0n)
  }

  captured(field: 'amount' | 'normalizedAmount'): bigint {
    if (this.original.transactionType !== 'AUTHORIZE') return this.original[field]
    return this.#sum(field, 'CAPTURE', 'APPROVED')
  }

  refunded(field: 'amount' | 'normalizedAmount'): bigint {
    const gone = this.#sum(field, 'REFUND', 'APPROVED', 'PENDING')
    return gone - this.#sum(field, 'REFUND_REVERSAL', 'APPROVED')
  }

  left(type: 'CAPTURE' | 'REFUND'): bigint {
    return type === 'CAPTURE'
      ? this.original.amount - this.#sum('amount', 'CAPTURE', 'APPROVED', 'PENDING')
      : this.captured('amount') - this.refunded('amount')
  }

  add(type: FollowUpType, amount: bigint, status: Status): bigint {
    const counted = this.parts.filter((part) => part.status === 'APPROVED' || part.status === 'PENDING')
    const normalizedAmount = normalizePart(this.original, counted as PartSum[], { type, amount })
    this.parts.push({ transactionType: type, status, amount, normalizedAmount })
    return normalizedAmount
  }

  /** Ends what is pending, or takes an approved refund back. */
  end(index: number, status: Status): void {
    const pending = this.parts.filter((part) => part.status === 'PENDING')
    if (pending.length > 0) pending[index % pending.length]!.status = status
  }

  takeBack(index: number): void {
    const refunds = this.parts.filter((part) => part.transactionType === 'REFUND' && part.status === 'APPROVED')
    const refund = refunds[index % (refunds.length || 1)]
    if (!refund || refund.amount > this.refunded('amount')) return
    this.parts.push({ ...refund, transactionType: 'REFUND_REVERSAL' })
  }
}

const YEN_40 = () => new Books('PAYMENT', 40n, 27n)

describe('normalized_amount of parts', () => {
  it('adds up to that of the whole: 20 refunds of 2 of 40 yen are the 27 cents of the payment', () => {
    const books = YEN_40()
    const shares = Array.from({ length: 20 }, () => books.add('REFUND', 2n, 'APPROVED'))
    expect(shares.slice(0, 4)).toEqual([1n, 2n, 1n, 1n])
    expect(books.refunded('normalizedAmount')).toBe(27n)
  })

  it('is 0 for a rest that is worth nothing alone', () => {
    const won = new Books('PAYMENT', 10_000n, 700n)
    expect(won.add('REFUND', 9996n, 'APPROVED')).toBe(700n)
    expect(won.add('REFUND', 4n, 'APPROVED')).toBe(0n)
  })

  it('gives the share of a part that was declined to those after it', () => {
    const books = YEN_40()
    books.add('REFUND', 20n, 'APPROVED')
    books.add('REFUND', 10n, 'DECLINED')
    books.add('REFUND', 10n, 'APPROVED')
    books.add('REFUND', 10n, 'PENDING')
    books.end(0, 'DECLINED')
    books.add('REFUND', 10n, 'APPROVED')
    expect(books.refunded('normalizedAmount')).toBe(27n)
  })

  it('of a void is that of the whole', () => {
    expect(new Books('AUTHORIZE', 100n, 67n).add('VOID', 100n, 'APPROVED')).toBe(67n)
  })

  it('of a void of the rest is what the captures leave', () => {
    const books = new Books('AUTHORIZE', 100n, 67n)
    expect([1n, 1n, 1n].map((amount) => books.add('CAPTURE', amount, 'APPROVED'))).toEqual([1n, 0n, 1n])
    expect(books.add('VOID', 97n, 'APPROVED')).toBe(65n)
  })

  it('of refunds of captures is that of what was captured, not of what was authorized', () => {
    const books = new Books('AUTHORIZE', 100n, 67n)
    for (const amount of [1n, 1n, 1n]) books.add('CAPTURE', amount, 'APPROVED')
    for (const amount of [2n, 1n]) books.add('REFUND', amount, 'APPROVED')
    expect(books.captured('normalizedAmount')).toBe(2n)
    expect(books.refunded('normalizedAmount')).toBe(2n)
  })
})

const step = fc.record({
  act: fc.constantFrom('CAPTURE', 'CAPTURE', 'REFUND', 'REFUND', 'end', 'take back'),
  portion: fc.bigInt(1n, 12n),
  index: fc.nat(20),
  status: fc.constantFrom<Status[]>('APPROVED', 'APPROVED', 'PENDING', 'DECLINED'),
})

/** Captures or refunds so much of what is left; does nothing if that is nothing. */
function addPart(books: Books, type: 'CAPTURE' | 'REFUND', portion: bigint, status: Status): void {
  const left = books.left(type)
  if (left === 0n || (type === 'CAPTURE' && books.original.transactionType !== 'AUTHORIZE')) return
  expect(books.add(type, (left * portion) / 12n || 1n, status)).toBeGreaterThanOrEqual(0n)
}

it('parts never add up to more than the full amount, and all parts add up to it, in any order of outcomes', () => {
  const amounts = fc.oneof(fc.bigInt(1n, 200n), fc.bigInt(1n, MAX_AMOUNT))
  const types = fc.constantFrom<OriginalType[]>('AUTHORIZE', 'PURCHASE')
  const lives = fc.array(step, { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(types, amounts, amounts, lives, (type, amount, normalizedAmount, life) => {
      const books = new Books(type, amount, normalizedAmount)
      for (const { act, portion, index, status } of life) {
        if (act === 'end') books.end(index, status === 'PENDING' ? 'APPROVED' : status)
        else if (act === 'take back') books.takeBack(index)
        else addPart(books, act as 'CAPTURE' | 'REFUND', portion, status)
        expect(books.captured('normalizedAmount')).toBeLessThanOrEqual(normalizedAmount)
        expect(books.refunded('normalizedAmount')).toBeLessThanOrEqual(books.captured('normalizedAmount'))
      }
      while (books.parts.some(({ status }) => status === 'PENDING')) books.end(0, 'APPROVED')
      addPart(books, 'CAPTURE', 12n, 'APPROVED')
      expect(books.captured('normalizedAmount')).toBe(normalizedAmount)
      addPart(books, 'REFUND', 12n, 'APPROVED')
      expect(books.refunded('normalizedAmount')).toBe(books.captured('normalizedAmount'))
    }),
    { numRuns: 1000 },
  )
})
