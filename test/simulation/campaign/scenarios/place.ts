import type { Answer, Operation } from '../journal.ts'
import type { Desk } from '../scenario-context.ts'

const PATHS = { authorize: '/api/transactions/authorize', manage: '/api/transactions/manage' }
const KEYED = 0.3

/** What an authorize order has of its own. */
export interface CardOrder {
  readonly kind: 'PURCHASE' | 'AUTHORIZE'
  readonly amount: number
  readonly metadata: Readonly<Record<string, unknown>>
  readonly terminal?: string
  /** Where it is not the desk's. */
  readonly reference?: string
  readonly changes?: Readonly<Record<string, unknown>>
}

/** Sends a card order, sometimes eight times at once, with or without an `Idempotency-Key`. */
export async function place(desk: Desk, order: CardOrder): Promise<{ operation: Operation; answer: Answer }> {
  const { kind, amount, metadata, terminal = desk.shop.plainTerminal, reference = desk.reference, changes } = order
  const operation = desk.want(kind, amount, reference)
  const body = {
    ...desk.shop.cardOrder(),
    terminal_id: terminal,
    reference,
    amount,
    transaction_type: kind,
    ...changes,
    metadata: { ...metadata, operation: operation.name },
  }
  const key = desk.chance.happens(KEYED) ? { key: operation.name } : {}
  const request = { method: 'POST', path: PATHS.authorize, body, ...key } as const
  const first = await desk.client.insist(operation, request, desk.copies())
  return { operation, answer: await desk.settled(operation, first) }
}

/** Something to be done with an approved order. */
export interface CardRequest {
  readonly kind: 'CAPTURE' | 'REFUND' | 'VOID'
  readonly amount: number
  readonly final?: boolean
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** Asks for a follow-up under a key of its own, so that asking again never does it again. */
export async function followUp(desk: Desk, terminal: string, parentId: string, asked: CardRequest): Promise<Answer> {
  const { kind, amount, final = false, metadata = {} } = asked
  const operation = desk.want(kind, amount)
  const body = {
    terminal_id: terminal,
    reference: desk.reference,
    currency: 'EUR',
    amount,
    transaction_type: kind,
    parent_transaction_id: parentId,
    metadata: { ...metadata, operation: operation.name },
    options: { final_capture: final },
  }
  const request = { method: 'POST', path: PATHS.manage, body, key: operation.name } as const
  return desk.settled(operation, await desk.client.insist(operation, request, desk.copies()))
}

/** The id of what was approved, if it was. */
export function approvedId(answer: Answer): string | undefined {
  return answer.class === 'yes' && answer.status === 'APPROVED' ? answer.transactionId : undefined
}
