import type { ShopperStep } from '#domain/transaction.ts'
import type { CardChecks } from '#domain/transaction-data.ts'
import type { Directives } from '../common/directives.ts'
import { RESPONSE_CODES } from '../common/response-codes.ts'
import type { ChosenOutcome, SimulatedCharge } from '../common/simulated-charges.ts'
import { awaitingShopper, lineFor, refused, textsOf } from '../common/translate.ts'

type Action = Extract<ShopperStep, { kind: 'action' }>

export const NOT_AUTHENTICATED = refused('1000', 'not authenticated')

/** Charge that waits for a tester's 3-D Secure step (docs/reference/simulators.md#made-up-actions). */
export function awaitingAction(directives: Directives, step: Action, checks: CardChecks | null): SimulatedCharge {
  const { state, answer } = awaitingShopper(directives, step, checks)
  const code = directives.responseCode ?? directives.finalResponseCode ?? 'TRX_STATUS_APPROVED'
  const authenticated = lineFor(textsOf(directives), RESPONSE_CODES[code], checks)
  const action = {
    id: idIn(step.token),
    paymentData: step.paymentData,
    authenticated,
    refused: lineOf(NOT_AUTHENTICATED),
  }
  return { state, answer: { ...answer, action } }
}

function lineOf({ state, answer }: SimulatedCharge): ChosenOutcome {
  return { state, given: answer.given }
}

/** `three_ds_server_trans_id` of a token, which may be any text. */
function idIn(token: string): string | null {
  try {
    const { three_ds_server_trans_id: id } = Object(JSON.parse(Buffer.from(token, 'base64').toString()))
    return typeof id === 'string' && id !== '' ? id.toLowerCase() : null
  } catch {
    return null
  }
}
