import { parseMajorUnits } from '#domain/currency.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { Checkouts, ShownCheckout } from '#providers/simulators/common/pages.ts'
import { CheckoutOutcomeForm, CheckoutParams, CheckoutQuery, CheckoutTransferForm } from '../contract/checkouts.ts'
import { nothingHere } from '../pages/not-found-page.ts'
import { checkoutPage } from '../pages/simulator/checkout-page.ts'
import type { Entered } from '../pages/simulator/sheet.ts'
import { type Route, route } from '../route.ts'

/** The pages of every simulator with a person in front of it (contract section 10, "Simulator pages"). UAT only. */
export function checkoutSimulatorRoutes(checkouts: Checkouts): readonly Route[] {
  return [pageRoute(checkouts), outcomeRoute(checkouts), transferRoute(checkouts)]
}

const pageRoute = (checkouts: Checkouts) =>
  route({
    method: 'GET',
    path: '/simulators/checkouts/:attempt_id',
    guard: 'open',
    summary: 'Simulated page of a wallet, a voucher or a bank payment',
    params: CheckoutParams,
    query: CheckoutQuery,
    uatOnly: true,
    handle: async (gateway, { params, query }) => {
      const checkout = await checkouts.show(params.attempt_id)
      return checkout ? { status: 200, page: pageOf(gateway, checkout, query) } : nothingHere()
    },
  })

/** The choice is booked before the browser goes on, so that whoever asks then finds it. */
const outcomeRoute = (checkouts: Checkouts) =>
  route({
    method: 'POST',
    path: '/simulators/checkouts/:attempt_id/outcome',
    guard: 'open',
    summary: 'The choice made on a simulated page',
    params: CheckoutParams,
    takes: 'form',
    body: CheckoutOutcomeForm,
    uatOnly: true,
    handle: async (_gateway, { params, body }) => {
      const returnUrl = await checkouts.choose(params.attempt_id, body.outcome)
      return returnUrl === undefined ? nothingHere() : { status: 303, location: returnUrl }
    },
  })

/** Money that arrives for a bank transfer, before the shopper's eyes or long after: the page says what became of it. */
const transferRoute = (checkouts: Checkouts) =>
  route({
    method: 'POST',
    path: '/simulators/checkouts/:attempt_id/transfers',
    guard: 'open',
    summary: 'Money that arrives for a simulated bank transfer',
    params: CheckoutParams,
    takes: 'form',
    body: CheckoutTransferForm,
    uatOnly: true,
    handle: async (gateway, { params, body }) => {
      const checkout = await checkouts.show(params.attempt_id)
      if (!checkout?.transfers) return nothingHere()
      const amount = parseMajorUnits(body.amount, checkout.money.currency)
      if (amount === undefined) return { status: 422, page: pageOf(gateway, checkout, body) }
      await checkouts.receive(params.attempt_id, amount)
      return { status: 303, location: addressOf(gateway, checkout) }
    },
  })

function pageOf(gateway: Gateway, checkout: ShownCheckout, entered: Entered) {
  const address = addressOf(gateway, checkout)
  return checkoutPage(checkout, gateway.settings.pendingTtlSeconds, { ...entered, address })
}

function addressOf({ settings }: Gateway, { attemptId }: ShownCheckout): string {
  return `${settings.baseUrl}/simulators/checkouts/${attemptId}`
}
