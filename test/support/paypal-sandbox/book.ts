import { randomInt } from 'node:crypto'

/** An amount as PayPal writes it. */
export interface Amount {
  readonly currency_code: string
  readonly value: string
}

export interface Order {
  readonly id: string
  readonly attemptId: string
  readonly amount: Amount
  /** The merchant's reference, which steers the sandbox. */
  readonly reference: string
  intent: 'CAPTURE' | 'AUTHORIZE'
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  capture: { readonly id: string; status: string } | null
  /** Until the payer chooses another, their way to pay is declined. */
  isDeclined: boolean
}

/** A refund of the sandbox; one without an attempt id is the reversal of a payment. */
export interface Refund {
  readonly id: string
  readonly attemptId: string | null
  readonly order: Order
  readonly amount: Amount
  status: 'COMPLETED' | 'PENDING' | 'FAILED'
}

/** Records of the sandbox: orders and refunds, by their own number and by the key of their request. */
export class Book {
  readonly orders = new Map<string, Order>()
  readonly refunds = new Map<string, Refund>()
  readonly keys = new Map<string, Order | Refund>()

  orderOf(attemptId: string): Order | undefined {
    return [...this.orders.values()].find((order) => order.attemptId === attemptId)
  }

  refundOf(attemptId: string): Refund | undefined {
    return [...this.refunds.values()].find((refund) => refund.attemptId === attemptId)
  }

  captured(captureId: string): Order | undefined {
    return [...this.orders.values()].find(({ capture }) => capture?.id === captureId)
  }

  /** Sums up cents, or yen, of an order's refunds, including pending ones. */
  givenBack(order: Order): bigint {
    const all = [...this.refunds.values()].filter((refund) => refund.order === order && refund.status !== 'FAILED')
    return all.reduce((sum, { amount }) => sum + unitsOf(amount), 0n)
  }

  /** 1 for a payment that was taken and not given back whole, or for a refund that was executed; else 0. */
  netCharges(attemptId: string): number {
    const refund = this.refundOf(attemptId)
    if (refund) return refund.status === 'COMPLETED' ? 1 : 0
    const order = this.orderOf(attemptId)
    if (order?.capture?.status !== 'COMPLETED') return 0
    return this.givenBack(order) < unitsOf(order.amount) ? 1 : 0
  }
}

/** The digits of an amount as a number: 1234 for 12.34. */
export function unitsOf({ value }: Amount): bigint {
  return BigInt(value.replace('.', ''))
}

/** Subtracts from an amount, keeping its number of digits. */
export function rest({ value, currency_code }: Amount, less: bigint): Amount {
  const digits = value.includes('.') ? value.length - value.indexOf('.') - 1 : 0
  const units = String(unitsOf({ value, currency_code }) - less).padStart(digits + 1, '0')
  const point = units.length - digits
  return { currency_code, value: digits === 0 ? units : `${units.slice(0, point)}.${units.slice(point)}` }
}

const LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** 17 letters and digits, as PayPal numbers everything. */
export function newNumber(): string {
  return Array.from({ length: 17 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
