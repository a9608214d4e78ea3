import type { Actor } from '#domain/actor.ts'
import { type FollowUpAction, followUpType } from '#domain/follow-up.ts'
import { keptJson } from '#domain/kept-text.ts'
import { type Problem, RequestError } from '#domain/problem.ts'
import type { Transaction } from '#domain/transaction.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { manage } from '../manage/index.ts'
import { requireReach } from '../provider-calls/call-provider.ts'
import { runOnce } from '../requests/run-once.ts'

export interface ConfirmedFollowUp {
  readonly transaction: Transaction
  readonly action: FollowUpAction
  readonly amount: bigint
  readonly final: boolean
  /** Key of the form: it is executed once, even if sent again. */
  readonly key: string
}

export interface Confirmation {
  readonly actor: Actor
  readonly name: string
  readonly reason: string
}

export type FollowUpResult = { readonly id: string } | { readonly problems: readonly Problem[] }

/** Metadata key of the person who requested a follow-up, next to the reason. */
export const REQUESTED_BY = 'requested_by'

/**
 * Executes a follow-up as the API does, once for each form, and audits its author. A second click waits for the first
 * one's result.
 * @param check problems at this moment, called by the first run only
 * @throws RequestError as `requireReach`; `invalid` for those problems, and on `Idempotency-Key` if the form was sent with other values
 */
export async function followUpOnce(
  gateway: Gateway,
  wanted: ConfirmedFollowUp,
  confirmation: Confirmation,
  check: () => readonly Problem[],
): Promise<FollowUpResult> {
  const { transaction, action, amount, final, key } = wanted
  requireReach(gateway, transaction.processingResult.paymentProviderId ?? '')
  const id = { owner: transaction.merchantId, method: 'POST', path: `dashboard ${action} ${transaction.id}`, key }
  const body = Buffer.from(JSON.stringify([action, transaction.id, String(amount), final]))
  const answer = await runOnce(gateway, id, body, async () => {
    const problems = check()
    if (problems.length > 0) throw new RequestError('invalid', problems)
    return given(await carryOut(gateway, wanted, confirmation, { key, body }))
  })
  return JSON.parse(answer.body) as FollowUpResult
}

function given({ id, status, errors }: Transaction) {
  const result: FollowUpResult = status === 'INVALID' ? { problems: errors } : { id }
  return { status: 200, headers: {}, body: JSON.stringify(result) }
}

/** Writes the audit entry before calling the provider. */
async function carryOut(
  gateway: Gateway,
  { transaction, action, amount, final }: ConfirmedFollowUp,
  { actor, name, reason }: Confirmation,
  repeatable: { readonly key: string; readonly body: Uint8Array },
): Promise<Transaction> {
  const { id, merchantId, terminalId, reference, currency } = transaction
  const changes = { amount: String(amount), currency, ...(final && { final }), name, reason: 'given' }
  await withAuditEntry(
    gateway,
    { actor, action: `transaction.${action}`, merchantId, subject: id, changes },
    async () => {},
  )
  return manage(gateway, {
    merchantId,
    terminalId,
    reference,
    currency,
    amount,
    type: followUpType(action),
    parentId: id,
    followUpReference: null,
    finalCapture: action === 'capture' && final,
    metadata: keptJson({ [REQUESTED_BY]: name, reason }),
    repeatable,
  })
}
