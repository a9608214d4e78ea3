import type { Actor } from '#domain/actor.ts'
import { orNotFound } from '#domain/problem.ts'
import {
  countGivenUpReversals,
  findGivenUpReversal,
  type GivenUpReversal,
  listGivenUpReversals,
  retryGivenUpReversal,
} from '#store/transactions/given-up-reversals.ts'
import { applyAdminChange } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { paged } from '../paged.ts'

/** Reversals that are no longer repeated, of all merchants (docs/operate/monitoring.md#reversals-that-failed). */
export const showGivenUpReversals = paged(listGivenUpReversals)

/** Lets the worker repeat it, for as long as a new one. @throws RequestError 404 unless it is a failed reversal */
export async function requeueReversal(gateway: Gateway, actor: Actor, attemptId: string): Promise<GivenUpReversal> {
  const found = orNotFound(await findGivenUpReversal(gateway.sql, attemptId), 'given-up reversal')
  const { merchantId, transactionId } = found
  const changes = { transactionId }
  const deed = { actor, action: 'reversal.retried' as const, merchantId, subject: attemptId, changes }
  return applyAdminChange(gateway, deed, async (sql) => {
    return orNotFound(await retryGivenUpReversal(sql, merchantId, attemptId), 'given-up reversal')
  })
}

export function countReversalsToLookInto({ sql }: Gateway): Promise<number> {
  return countGivenUpReversals(sql)
}
