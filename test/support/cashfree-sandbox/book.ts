/** A payment link of the sandbox; each try at it is an order with one payment. */
export interface Link {
  /** The gateway's attempt id. */
  readonly id: string
  readonly number: string
  /** As it came, to the last digit. */
  readonly amount: number
  /** The merchant's reference, which steers the sandbox. */
  readonly purpose: string
  readonly phone: string
  status: 'ACTIVE' | 'PAID' | 'EXPIRED' | 'CANCELLED'
  readonly tries: Try[]
}

export interface Try {
  readonly orderId: string
  readonly at: Date
  status: 'SUCCESS' | 'PENDING' | 'NOT_ATTEMPTED' | 'FAILED' | 'USER_DROPPED' | 'CANCELLED' | 'VOID'
  /** NPCI's code of a failure. */
  readonly raw: string | null
}

export interface Refund {
  readonly id: string
  readonly number: string
  readonly orderId: string
  readonly amount: number
  status: 'SUCCESS' | 'PENDING' | 'ONHOLD' | 'CANCELLED'
}

export interface Transfer {
  readonly id: string
  readonly number: string
  readonly amount: number
  status: string
  code: string
}

/** Records of the sandbox, by the IDs of the gateway. */
export class Book {
  readonly links = new Map<string, Link>()
  readonly refunds = new Map<string, Refund>()
  readonly transfers = new Map<string, Transfer>()

  paid(orderId: string): Link | undefined {
    return [...this.links.values()].find(({ tries }) => {
      return tries.some((one) => one.orderId === orderId && one.status === 'SUCCESS')
    })
  }

  /** Sums up paise of refunds for an order, including pending ones. */
  givenBack(orderId: string): number {
    const all = [...this.refunds.values()].filter(
      (refund) => refund.orderId === orderId && refund.status !== 'CANCELLED',
    )
    return all.reduce((sum, { amount }) => sum + paise(amount), 0)
  }

  /** 1 for a payment that was taken and not given back whole, a refund or a transfer that was executed; else 0. */
  netCharges(attemptId: string): number {
    const refund = this.refunds.get(attemptId)
    if (refund) return refund.status === 'SUCCESS' ? 1 : 0
    const transfer = this.transfers.get(attemptId.replace('_', ''))
    if (transfer) return transfer.status === 'SUCCESS' ? 1 : 0
    const link = this.links.get(attemptId)
    const paid = link?.tries.filter(({ status }) => status === 'SUCCESS') ?? []
    return paid.filter(({ orderId }) => this.givenBack(orderId) < paise(link!.amount)).length
  }
}

/** Cashfree's amounts are floating point numbers; this is the sandbox's own arithmetic. */
export function paise(rupees: number): number {
  return Math.round(rupees * 100)
}

export function newNumber(): string {
  return String(Math.floor(Math.random() * 9e9) + 1e9)
}
