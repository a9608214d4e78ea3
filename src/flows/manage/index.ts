import type { Refusal } from '#domain/acceptance.ts'
import type { Parent } from '#domain/follow-up.ts'
import type { TerminalConfig } from '#domain/merchant.ts'
import type { Transaction } from '#domain/transaction.ts'
import { recordFollowUp } from '#store/transactions/follow-ups.ts'
import { refuseTransaction } from '../authorize/refuse.ts'
import { StaleConfig } from '../config-cache.ts'
import type { Gateway } from '../gateway.ts'
import { answerMarginSeconds } from '../worker/answer-margin.ts'
import { askFollowUp } from './ask-follow-up.ts'
import { attemptOf, type FollowUpAttempt } from './attempt-of.ts'
import { draftFollowUp, pendingFollowUp } from './draft-follow-up.ts'
import { findParent, refusalFor } from './find-parent.ts'
import type { FollowUpRequest } from './request.ts'
import { runBefore } from './run-before.ts'

/** A parent that keeps changing while one follow-up looks at it this often is under a storm of others. */
const MAX_LOOKS = 10

/**
 * Captures, refunds or voids an approved transaction (contract section 6): a transaction of its own, recorded together
 * with what it reserves of its parent before the provider is asked.
 * @returns its record, also where it is refused
 */
export function manage(gateway: Gateway, request: FollowUpRequest): Promise<Transaction> {
  return gateway.configs.decide(request.merchantId, request.terminalId, async ({ config }, decided) => {
    const { id, done: doneBefore } = await runBefore(gateway, request)
    if (doneBefore) return doneBefore
    for (let look = 1; look <= MAX_LOOKS; look += 1) {
      const parent = await findParent(gateway, request)
      const draft = draftFollowUp(gateway, id, request, parent)
      const refusal = unfit(config) ?? refusalFor(request, parent)
      if (refusal || !parent) return refuseTransaction(gateway, config, draft, refusal!)

      const attempt = await attemptOf(gateway, parent)
      const done = await carryOut(gateway, config, request, parent, draft, attempt, decided)
      if (done) return done
    }
    throw new Error(`The parent of a follow-up changed ${MAX_LOOKS} times while it was looked at.`)
  })
}

/** Terminals may be inactive by the time money goes back; merchants may not (contract section 6). */
function unfit({ merchant, terminal }: TerminalConfig): Refusal | undefined {
  if (merchant.status !== 'ACTIVE') {
    return { code: '2017', property: 'merchant_id', message: 'The merchant is inactive; ask the operator.' }
  }
  if (terminal) return undefined
  return { code: '2013', property: 'terminal_id', message: 'No such terminal; use the id of one of your terminals.' }
}

/** @returns undefined where the parent changed since it was read and has to be looked at again */
async function carryOut(
  gateway: Gateway,
  config: TerminalConfig,
  request: FollowUpRequest,
  parent: Parent,
  draft: Transaction,
  attempt: FollowUpAttempt,
  decided: () => void,
): Promise<Transaction | undefined> {
  const transaction = pendingFollowUp(draft, parent)
  const recorded = await recordFollowUp(gateway.sql, {
    version: config.version,
    transaction,
    type: request.type,
    final: request.finalCapture,
    attempt,
    settlementDelaySeconds: gateway.settings.settlementDelaySeconds,
    dueInSeconds: answerMarginSeconds(gateway),
  })
  if (recorded === 'outdated') throw new StaleConfig()
  if (recorded === 'not-possible') return undefined
  decided()
  return askFollowUp(gateway, transaction, request.type, attempt)
}
