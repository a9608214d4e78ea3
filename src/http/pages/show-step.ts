import type { NextStep } from '#domain/next-step.ts'
import type { Gateway } from '#flows/gateway.ts'
import { continuePayment } from '#flows/sessions/continue-payment.ts'
import { shopperPageOf } from '#flows/sessions/read-session.ts'
import { paymentUrl } from '#flows/sessions/session-urls.ts'
import { browserStepOf } from '#flows/three-ds/browser-step.ts'
import { localeOf } from '#web/shared/locales.ts'
import type { Answer } from '../route.ts'
import { follow, leave } from './follow.ts'
import { threeDsStepPage } from './step-pages.ts'

/** The 3-D Secure step of a session's try as a full page of our own. */
export async function showStep(gateway: Gateway, step: Extract<NextStep, { kind: 'action' }>): Promise<Answer> {
  const { transaction } = step
  const browserStep = browserStepOf(step.action)
  if (browserStep.kind === 'foreign') return leave(gateway, transaction)
  if (browserStep.kind === 'go-on') return follow(gateway, await continuePayment(gateway, transaction))
  const locale = localeOf([(await shopperPageOf(gateway, transaction))?.locale])
  const continueUrl = `${paymentUrl(gateway, transaction.sessionId!, transaction.id)}/continue`
  return { status: 200, page: threeDsStepPage({ form: browserStep.form, continueUrl, locale }) }
}
