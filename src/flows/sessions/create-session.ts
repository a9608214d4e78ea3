import { newId } from '#domain/ids.ts'
import type { ProviderAccount, TerminalConfig } from '#domain/merchant.ts'
import { invalid, type Problem, RequestError } from '#domain/problem.ts'
import { ReferenceTaken } from '#domain/reference.ts'
import type { Session, SessionState } from '#domain/session.ts'
import { customerExists } from '#store/customers/customers.ts'
import { findConfigVersion } from '#store/merchants/terminal-config.ts'
import { insertSession } from '#store/sessions/sessions.ts'
import { findReferenceHolder } from '#store/transactions/intents.ts'
import { merchantTime, StaleConfig } from '../config-cache.ts'
import type { Gateway } from '../gateway.ts'
import { captureByProblems } from '../payment/authorize/capture-by.ts'
import { exemptionProblems } from '../payment/authorize/check-exemption.ts'
import { todayOf } from '../payment/authorize/open-agreement.ts'
import { agreementProblems } from './agreement-of-session.ts'
import { availableMethods } from './available-methods.ts'

/** What a merchant's server sends to open a session. */
export type NewSession = Omit<Session, 'sessionId' | 'expiresAt' | 'createdAt'>

/**
 * Opens a session for a shopper's browser (docs/reference/sessions.md#the-session). It holds its reference from now on.
 * @throws RequestError 422 on `terminal_id` with the processing code, on `reference` with what holds it, on
 * `customer.id`, on `tokenization`
 */
export function createSession(gateway: Gateway, wanted: NewSession): Promise<SessionState> {
  return gateway.configs.decide(wanted.merchantId, wanted.terminalId, async (snapshot) => {
    const { config } = snapshot
    const account = await checkTerminal(gateway, config, wanted)
    const late = captureByProblems(wanted.captureBy, account, null, merchantTime(gateway, snapshot))
    const agreed = await agreementProblems(gateway, wanted, todayOf(gateway, snapshot))
    const unclaimed = exemptionProblems(wanted.threeDs, config.terminal)
    const problems = [...late, ...agreed, ...unclaimed, ...(await problemsOf(gateway, config, wanted))]
    if (problems.length > 0) {
      await checkSnapshot(gateway, config)
      await checkReference(gateway, wanted)
      throw new RequestError('invalid', problems)
    }
    return keep(gateway, config, { ...wanted, sessionId: newId('ses'), createdAt: gateway.clock.now() })
  })
}

/** @returns the account that is asked first */
async function checkTerminal(
  gateway: Gateway,
  config: TerminalConfig,
  wanted: NewSession,
): Promise<ProviderAccount | undefined> {
  const offered = availableMethods(gateway, config, wanted)
  if ('methods' in offered) return offered.methods.values().next().value?.[0]
  await checkSnapshot(gateway, config)
  throw invalid('terminal_id', offered.refusal.message, offered.refusal.code)
}

/** Only a snapshot that still holds may refuse, so that an admin change counts from its answer on. */
async function checkSnapshot({ sql }: Gateway, { merchant, version }: TerminalConfig): Promise<void> {
  if ((await findConfigVersion(sql, merchant.merchantId)) !== version) throw new StaleConfig()
}

async function problemsOf(gateway: Gateway, { merchant }: TerminalConfig, wanted: NewSession): Promise<Problem[]> {
  const { customer, saveCard, merchantId } = wanted
  const problems: Problem[] = []
  if (customer.id !== null && !(await customerExists(gateway.sql, merchantId, customer.id))) {
    const message = 'No such customer; create it first, or omit the ID.'
    problems.push({ property: 'customer.id', message, params: [] })
  }
  if (saveCard !== 'no' && !merchant.tokenizationEnabled) {
    const message = 'Saving cards is not enabled for this merchant; omit tokenization.'
    problems.push({ property: 'tokenization', message, params: [] })
  }
  return problems
}

async function checkReference({ sql }: Gateway, { merchantId, terminalId, reference }: NewSession): Promise<void> {
  const holder = await findReferenceHolder(sql, merchantId, terminalId, reference)
  if (holder) throw new ReferenceTaken(holder)
}

async function keep(
  { sql, settings }: Gateway,
  { version }: TerminalConfig,
  session: Omit<Session, 'expiresAt'>,
): Promise<SessionState> {
  const answer = await insertSession(sql, version, session, settings.sessionTtlSeconds)
  if (answer.kind === 'outdated') throw new StaleConfig()
  if (answer.kind === 'reference-taken') throw new ReferenceTaken(answer.holder)
  return { session: answer.session, isCanceled: false, isExpired: false, payments: [] }
}
