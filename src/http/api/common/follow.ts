import { type NextStep, returnAddressOf } from '#domain/next-step.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '#flows/gateway.ts'
import { browserStepOf } from '#flows/payment/actions/browser-step.ts'
import { findShop } from '#flows/payment/attempt/shop.ts'
import { continueFullPage } from '#flows/payment/authenticate/browser-return.ts'
import { passMadeUpAction } from '#flows/payment/authenticate/made-up-actions.ts'
import { continuePayment } from '#flows/sessions/continue-payment.ts'
import { paymentUrl } from '#flows/sessions/session-urls.ts'
import type { Page } from '#html/layout.ts'
import { paymentLocale } from '../../language/request-locale.ts'
import { outcomePage } from '../../pages/outcome-page.ts'
import { formSubmitPage, type Purchase, threeDsStepPage } from '../../pages/step-pages.ts'
import type { Answer } from '../../route.ts'

type Header = (name: string) => string | undefined

type ThreeDsStep = Extract<NextStep, { kind: 'action' }>

/** Continues a payment on a full page of the gateway. */
export async function continueInBrowser(gateway: Gateway, step: NextStep, header: Header): Promise<Answer> {
  const { transaction } = step
  if (step.kind === 'redirect') return seeOther(step.url)
  if (step.kind === 'form-submit') {
    const [purchase, locale] = await Promise.all([
      purchaseOf(gateway, transaction),
      paymentLocale(gateway, transaction, header),
    ])
    return shown(formSubmitPage(step, purchase, locale))
  }
  if (step.kind === 'result') return returnToShop(gateway, transaction, header)
  // The step of a session has its own address, which may be loaded again.
  const { sessionId } = transaction
  return sessionId === null ? showStep(gateway, step, header) : seeOther(paymentUrl(gateway, sessionId, transaction.id))
}

export async function showStep(gateway: Gateway, step: ThreeDsStep, header: Header): Promise<Answer> {
  const { transaction, action } = step
  const browserStep = browserStepOf(action)
  if (browserStep.kind === 'foreign') return passOn(gateway, step, header)
  if (browserStep.kind === 'go-on') return continueInBrowser(gateway, await goOn(gateway, step), header)
  const [purchase, locale] = await Promise.all([
    purchaseOf(gateway, transaction),
    paymentLocale(gateway, transaction, header),
  ])
  return shown(threeDsStepPage({ form: browserStep.form, continueUrl: continueUrlOf(gateway, step), locale, purchase }))
}

/** Continues after a made-up step. If it cannot be skipped, the shopper returns with a pending payment. */
async function passOn(gateway: Gateway, step: ThreeDsStep, header: Header): Promise<Answer> {
  const next = await passMadeUpAction(gateway, step)
  return next.kind === 'action' && next.action.isMadeUp
    ? returnToShop(gateway, next.transaction, header)
    : continueInBrowser(gateway, next, header)
}

/** Redirects to the shop, or shows the result without a return URL. */
export async function returnToShop(gateway: Gateway, transaction: Transaction, header: Header): Promise<Answer> {
  const address = returnAddressOf(transaction)
  return address ? seeOther(address) : shown(await outcomeOf(gateway, transaction, header))
}

function goOn(gateway: Gateway, { transaction, action }: ThreeDsStep): Promise<NextStep> {
  if (transaction.sessionId !== null) return continuePayment(gateway, transaction)
  return continueFullPage(gateway, action.sessionId)
}

/** URL to which the browser posts after a fingerprint. */
function continueUrlOf(gateway: Gateway, { transaction, action }: ThreeDsStep): string {
  const { sessionId, id } = transaction
  return sessionId === null
    ? `/three-ds/${action.sessionId}/continue`
    : `${paymentUrl(gateway, sessionId, id)}/continue`
}

async function purchaseOf(gateway: Gateway, transaction: Transaction): Promise<Purchase> {
  const { name: merchantName } = await findShop(gateway, transaction)
  const { amount, currency } = transaction
  return { merchantName, money: { amount, currency } }
}

async function outcomeOf(gateway: Gateway, transaction: Transaction, header: Header): Promise<Page> {
  const { status, reference } = transaction
  const locale = await paymentLocale(gateway, transaction, header)
  return outcomePage({ status, reference, locale, ...(await purchaseOf(gateway, transaction)) })
}

function seeOther(location: string): Answer {
  return { status: 303, location }
}

function shown(page: Page): Answer {
  return { status: 200, page }
}
