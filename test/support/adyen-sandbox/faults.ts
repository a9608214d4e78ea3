import type { SandboxAnswer } from '../provider-sandbox/server.ts'
import type { Book } from './book.ts'

/** Orders to the sandbox, as words: `silence`, `refuse-12`, `result-Pending` … */
export interface Orders {
  /** Orders for one of our references, before its first request. */
  order(reference: string, word: string): void
  /** Those for a request: by our reference, after a dot at the end of the merchant's (`ord_1.refuse-12`), by amount. */
  wordFor(body: OrderedBody): string
}

interface OrderedBody {
  readonly reference?: string
  readonly merchantOrderReference?: string
  readonly amount?: { readonly value: number }
}

/** Orders for requests in which only an amount reaches the provider. */
const BY_AMOUNT: Readonly<Record<number, string>> = {
  9001: 'silence',
  9002: 'lost',
  9003: 'refuse-2',
}

export function openOrders(): Orders {
  const orders = new Map<string, string>()
  return {
    order: (reference, word) => void orders.set(reference, word),
    wordFor({ reference, merchantOrderReference, amount }) {
      const [, word] = /\.([\w-]+)$/.exec(merchantOrderReference ?? '') ?? []
      return orders.get(reference ?? '') ?? word ?? BY_AMOUNT[amount?.value ?? 0] ?? ''
    },
  }
}

/** `ord_1.then-silence` orders silence for everything that comes after the payment. */
export function laterWord({ payments }: Book, pspReference: string | undefined): string {
  const payment = payments.find((one) => one.pspReference === pspReference)
  return /\.then-([\w-]+)$/.exec(payment?.orderReference ?? '')?.[1] ?? ''
}

export function refusedAs(status: number, errorCode: string, errorType: string): SandboxAnswer {
  return { status, body: { status, errorCode, errorType, message: 'Refused by the sandbox.' } }
}

/** Faults that come instead of carrying a request out, with the first one about something. */
export const INSTEAD: Readonly<Record<string, SandboxAnswer>> = {
  lost: 'silence',
  reset: 'reset',
  busy: refusedAs(422, '704', 'validation'),
  unwilling: refusedAs(422, '167', 'validation'),
}

/** Faults of the answer to a first request that was executed. */
export const AFTERWARDS: Readonly<Record<string, SandboxAnswer>> = {
  silence: 'silence',
  broken: refusedAs(500, '000', 'internal'),
  // A proxy stopped waiting.
  edge: { status: 408, raw: '' },
  cut: { status: 200, raw: '{"pspReference":"88' },
}
