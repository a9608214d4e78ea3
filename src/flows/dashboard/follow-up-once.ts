import type { Actor } from '#domain/actor.ts'
import { type FollowUpAction, followUpType } from '#domain/follow-up.ts'
import { keptJson } from '#domain/kept-text.ts'
import { type Problem, RequestError } from '#domain/problem.ts'
import type { Transaction } from '#domain/transaction.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { manage } from '../manage/index.ts'
import { runOnce } from '../requests/run-once.ts'

export interface ConfirmedFollowUp {
  readonly transaction: Transaction
  readonly action: FollowUpAction
  readonly amount: bigint
  readonly final: boolean
  /** Of the form: however often it is sent, it is executed once. */
  readonly key: string
}

export interface Confirmation {
  readonly actor: Actor
  readonly name: string
  readonly reason: string
}

/** A follow-up that was executed, or why it could not be. */
export type FollowUpResult = { readonly id: string } | { readonly problems: readonly Problem[] }

/** The key of a follow-up's metadata that names the person who asked for it. The reason is beside it. */
export const REQUESTED_BY = 'requested_by'

/**
 * Carries a follow-up out as the API does, once for each form, and writes into the audit log who wanted it. A
 * second click waits for the first one's result.
 * @param check what is wrong with it at this moment; asked by the first run only
 * @throws RequestError `invalid` for what `check` says, and on `Idempotency-Key` where the form was sent with other values
 */
export async function followUpOnce(
  gateway: Gateway,
  wanted: ConfirmedFollowUp,
  confirmation: Confirmation,
  check: () => readonly Problem[],
): Promise<FollowUpResult> {
  const { transaction, action, amount, final, key } = wanted
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

/** The intention is written down first, so that nothing is asked of a provider without a trace of who wanted it. */
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
