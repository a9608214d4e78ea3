/** A payment as the sandbox's bank knows it. */
export interface Payment {
  readonly pspReference: string
  /** Ours. */
  readonly reference: string
  /** The merchant's, if the request contained it. */
  readonly orderReference: string
  readonly operation: 'AUTHORIZE' | 'PURCHASE'
  readonly value: number
  readonly currency: string
  readonly authCode: string
  isAuthorised: boolean
  captured: number
  refunded: number
  isCancelled: boolean
}

/** A capture, a refund or a cancellation that was ordered. */
export interface Modification {
  readonly pspReference: string
  readonly reference: string
  readonly event: string
  /** Of the payment, by Adyen's name. */
  readonly originalReference: string
  readonly value: number
  isDone: boolean
  /** Reports that it failed after its success. */
  tellFailure(): void
}

export interface Link {
  readonly id: string
  readonly url: string
  readonly request: LinkRequest
  status: 'active' | 'completed' | 'expired' | 'paymentPending'
}

export interface LinkRequest {
  readonly reference: string
  readonly merchantAccount: string
  readonly merchantOrderReference?: string
  readonly amount: { readonly value: number; readonly currency: string }
  readonly allowedPaymentMethods?: readonly string[]
  readonly lineItems?: Lines
}

export type Lines = readonly { readonly quantity: number; readonly amountIncludingTax: number }[]

export interface Transfer {
  readonly id: string
  readonly reference: string
  readonly request: Readonly<Record<string, unknown>>
  status: string
  reason: string
}

/** Committed state of the sandbox, and its charges. */
export interface Book {
  readonly payments: Payment[]
  readonly modifications: Modification[]
  readonly links: Link[]
  readonly transfers: Transfer[]
  /** A name as Adyen gives them. */
  newReference(): string
  /** Counts executions for our reference that were not reversed. */
  netCharges(reference: string): number
}

export function openBook(): Book {
  const [payments, modifications, links, transfers]: [Payment[], Modification[], Link[], Transfer[]] = [[], [], [], []]
  let last = 0
  return {
    payments,
    modifications,
    links,
    transfers,
    newReference() {
      last += 1
      return `SANDBOX${String(last).padStart(9, '0')}`
    },
    netCharges(reference) {
      const isOurs = (entry: { readonly reference: string }) => entry.reference === reference
      const standing = payments.filter(isOurs).filter(isStanding)
      const done = modifications.filter(isOurs).filter(({ isDone }) => isDone)
      const paid = transfers
        .filter(isOurs)
        .filter(({ status }) => !['failed', 'cancelled', 'returned'].includes(status))
      return standing.length + done.length + paid.length
    },
  }
}

function isStanding({ isAuthorised, isCancelled, refunded, value }: Payment): boolean {
  return isAuthorised && !isCancelled && refunded < value
}
