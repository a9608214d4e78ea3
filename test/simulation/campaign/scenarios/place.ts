import type { Answer, Operation } from '../journal.ts'
import type { ScenarioContext } from '../scenario-context.ts'

const PATHS = { authorize: '/api/transactions/authorize', manage: '/api/transactions/manage' }
const KEYED = 0.3

export interface CardOrder {
  readonly kind: 'PURCHASE' | 'AUTHORIZE'
  readonly amount: number
  readonly metadata: Readonly<Record<string, unknown>>
  readonly terminal?: string
  /** Different from the context's. */
  readonly reference?: string
  readonly changes?: Readonly<Record<string, unknown>>
}

/** Sends a card order, sometimes eight times concurrently, with or without an `Idempotency-Key`. */
export async function place(
  context: ScenarioContext,
  order: CardOrder,
): Promise<{ operation: Operation; answer: Answer }> {
  const {
    kind,
    amount,
    metadata,
    terminal = context.shop.plainTerminal,
    reference = context.reference,
    changes,
  } = order
  const operation = context.want(kind, amount, reference)
  const body = {
    ...context.shop.cardOrder(),
    terminal_id: terminal,
    reference,
    amount,
    transaction_type: kind,
    ...changes,
    metadata: { ...metadata, operation: operation.name },
  }
  const key = context.chance.happens(KEYED) ? { key: operation.name } : {}
  const request = { method: 'POST', path: PATHS.authorize, body, ...key } as const
  const first = await context.client.insist(operation, request, context.copies())
  return { operation, answer: await context.resolved(operation, first) }
}

/** Something to be done with an approved order. */
export interface CardRequest {
  readonly kind: 'CAPTURE' | 'REFUND' | 'VOID'
  readonly amount: number
  readonly final?: boolean
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** Asks for a follow-up under a key of its own, so that asking again never does it again. */
export async function followUp(
  context: ScenarioContext,
  terminal: string,
  parentId: string,
  asked: CardRequest,
): Promise<Answer> {
  const { kind, amount, final = false, metadata = {} } = asked
  const operation = context.want(kind, amount)
  const body = {
    terminal_id: terminal,
    reference: context.reference,
    currency: 'EUR',
    amount,
    transaction_type: kind,
    parent_transaction_id: parentId,
    metadata: { ...metadata, operation: operation.name },
    options: { final_capture: final },
  }
  const request = { method: 'POST', path: PATHS.manage, body, key: operation.name } as const
  return context.resolved(operation, await context.client.insist(operation, request, context.copies()))
}

export function approvedId(answer: Answer): string | undefined {
  return answer.class === 'yes' && answer.status === 'APPROVED' ? answer.transactionId : undefined
}
