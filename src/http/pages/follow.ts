import { type NextStep, returnAddressOf } from '#domain/next-step.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '#flows/gateway.ts'
import { shopperPageOf } from '#flows/sessions/read-session.ts'
import { paymentUrl } from '#flows/sessions/session-urls.ts'
import { continueFullPage } from '#flows/three-ds/browser-return.ts'
import { browserStepOf } from '#flows/three-ds/browser-step.ts'
import { shopOf } from '#flows/three-ds/shop-of.ts'
import { localeOf } from '#web/shared/locales.ts'
import type { Answer } from '../route.ts'
import { formSubmitPage } from './form-submit-page.ts'
import type { Page } from './layout.ts'
import { outcomePage } from './outcome-page.ts'
import { threeDsStepPage } from './three-ds-step-page.ts'

/** Sends a browser that is on a full page of ours to wherever its payment goes on. */
export async function follow(gateway: Gateway, step: NextStep): Promise<Answer> {
  if (step.kind === 'redirect') return seeOther(step.url)
  if (step.kind === 'form-submit') return postOn(gateway, step)
  if (step.kind === 'action') return takeStep(gateway, step)
  return leave(gateway, step.transaction)
}

async function postOn(gateway: Gateway, step: Extract<NextStep, { kind: 'form-submit' }>): Promise<Answer> {
  const locale = localeOf([(await shopperPageOf(gateway, step.transaction))?.locale])
  return shown(formSubmitPage(step.url, step.data, locale))
}

async function takeStep(gateway: Gateway, step: Extract<NextStep, { kind: 'action' }>): Promise<Answer> {
  const { sessionId } = step.action
  const { transaction } = step
  if (transaction.sessionId !== null) return seeOther(paymentUrl(gateway, transaction.sessionId, transaction.id))
  const browserStep = browserStepOf(step.action)
  if (browserStep.kind === 'foreign') return leave(gateway, transaction)
  if (browserStep.kind === 'go-on') return follow(gateway, await continueFullPage(gateway, sessionId))
  return shown(threeDsStepPage({ form: browserStep.form, continueUrl: `/three-ds/${sessionId}/continue` }))
}

/** Sends a browser that is done here back to the shop; where no address is known, a page shows the outcome. */
export async function leave(gateway: Gateway, transaction: Transaction): Promise<Answer> {
  const address = returnAddressOf(transaction)
  return address ? seeOther(address) : shown(await outcomeOf(gateway, transaction))
}

async function outcomeOf(gateway: Gateway, transaction: Transaction): Promise<Page> {
  const { name } = await shopOf(gateway, transaction)
  const { status, amount, currency, reference } = transaction
  return outcomePage({ status, merchantName: name, money: { amount, currency }, reference })
}

function seeOther(location: string): Answer {
  return { status: 303, location }
}

function shown(page: Page): Answer {
  return { status: 200, page }
}
