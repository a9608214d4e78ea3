import type { Checkouts } from '#providers/simulator/checkouts.ts'
import { CheckoutOutcomeForm, CheckoutParams } from '../contract/checkouts.ts'
import { type Door, door } from '../door.ts'
import { nothingHere } from '../pages/not-found-page.ts'
import { checkoutPage } from '../pages/simulator/checkout-page.ts'

/** The pages of every simulator with a person in front of it (contract section 10, "Simulator pages"). UAT only. */
export function checkoutSimulatorDoors(checkouts: Checkouts): readonly Door[] {
  return [pageDoor(checkouts), outcomeDoor(checkouts)]
}

const pageDoor = (checkouts: Checkouts) =>
  door({
    method: 'GET',
    path: '/simulators/checkouts/:attempt_id',
    guard: 'open',
    summary: 'Simulated page of a wallet or voucher',
    params: CheckoutParams,
    uatOnly: true,
    handle: async (gateway, { params }) => {
      const checkout = await checkouts.show(params.attempt_id)
      return checkout
        ? { status: 200, page: checkoutPage(checkout, gateway.settings.pendingTtlSeconds) }
        : nothingHere()
    },
  })

/** The choice is booked before the browser goes on, so that whoever asks then finds it. */
const outcomeDoor = (checkouts: Checkouts) =>
  door({
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
