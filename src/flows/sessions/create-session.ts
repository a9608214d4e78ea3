import { newId } from '#domain/ids.ts'
import type { TerminalConfig } from '#domain/merchant.ts'
import { ReferenceTaken } from '#domain/reference.ts'
import type { Session, SessionState } from '#domain/session.ts'
import { insertSession } from '#store/sessions/sessions.ts'
import { merchantTime, StaleConfig } from '../config-cache.ts'
import type { Gateway } from '../gateway.ts'
import { captureByProblems } from '../payment/authorize/capture-by.ts'
import { exemptionProblems } from '../payment/authorize/check-exemption.ts'
import { todayOf } from '../payment/authorize/open-agreement.ts'
import { agreementProblems } from './agreement-of-session.ts'
import { checkTerminal, orderProblems, refuseOrder } from './order-checks.ts'

export type NewSession = Omit<Session, 'sessionId' | 'paymentLinkId' | 'paymentMethods' | 'expiresAt' | 'createdAt'>

/**
 * Creates a session, which reserves its reference (docs/reference/sessions.md#the-session).
 * @throws RequestError 422 on `terminal_id` with the processing code, on `reference` with its holder, on `customer.id`,
 * on `tokenization`
 */
export function createSession(gateway: Gateway, request: NewSession): Promise<SessionState> {
  return gateway.configs.decide(request.merchantId, request.terminalId, async (snapshot) => {
    const { config } = snapshot
    const wanted = { ...request, paymentLinkId: null, paymentMethods: null }
    const account = await checkTerminal(gateway, config, wanted)
    const late = captureByProblems(wanted.captureBy, account, null, merchantTime(gateway, snapshot))
    const agreed = await agreementProblems(gateway, wanted, todayOf(gateway, snapshot))
    const unclaimed = exemptionProblems(wanted.threeDs, config.terminal)
    const problems = [...late, ...agreed, ...unclaimed, ...(await orderProblems(gateway, config, wanted))]
    if (problems.length > 0) await refuseOrder(gateway, config, wanted, problems)
    return keep(gateway, config, { ...wanted, sessionId: newId('ses'), createdAt: gateway.clock.now() })
  })
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
