import { ADVICE_CODES } from '#domain/advice.ts'
import { type CardUpdate, ISSUER_UPDATES, parseExpiry } from '#domain/card-update.ts'
import { CHECK_RESULTS } from '#domain/transaction-data.ts'
import type { Directed, DirectiveTable } from '../common/directives.ts'
import { action, count, form, oneOf, type Reader, redirect } from '../common/readers.ts'
import { RESPONSE_CODES, type ResponseCode } from '../common/response-codes.ts'

const checkResult = oneOf(CHECK_RESULTS)

const NAMES = Object.entries(RESPONSE_CODES).map(([name, code]) => [code, name as ResponseCode] as const)
const BY_CODE: ReadonlyMap<string, ResponseCode> = new Map(NAMES)
/** One for the charge and one for each day of a recovery. */
const MOST_OUTCOMES = 9

/** Outcomes of a repeated charge, as comma-separated processing codes. */
const outcomes: Reader<readonly ResponseCode[]> = {
  expects: `must be 1 to ${MOST_OUTCOMES} processing codes of the simulator, separated by commas`,
  params: [...BY_CODE.keys()],
  read(written) {
    if (typeof written !== 'string') return undefined
    const codes = written.split(',').map((code) => BY_CODE.get(code.trim()))
    return codes.length <= MOST_OUTCOMES && codes.every((code) => code !== undefined) ? codes : undefined
  },
}

/** Issuer's report: a new expiry, or a word. */
const cardUpdate: Reader<CardUpdate> = {
  expects: `must be a month such as 12/2035, or one of ${ISSUER_UPDATES.join(', ')}`,
  params: [...ISSUER_UPDATES],
  read(written) {
    const update = ISSUER_UPDATES.find((word) => word === written)
    if (update) return { kind: 'issuer', update }
    const expiry = typeof written === 'string' ? parseExpiry(written) : undefined
    return expiry && { kind: 'expiry', expiry }
  },
}

export const CARD_DIRECTIVES = {
  action: ['simulate_authentication_required', action],
  redirect: ['simulate_redirect', redirect],
  form: ['simulate_form_submit', form],
  softDeclines: ['simulate_soft_decline', count],
  cvvCheck: ['simulate_cvv_check', checkResult],
  avsCheck: ['simulate_avs_check', checkResult],
  outcomes: ['simulate_charge_outcomes', outcomes],
  advice: ['simulate_advice', oneOf(ADVICE_CODES)],
  cardUpdate: ['simulate_card_update', cardUpdate],
} as const satisfies DirectiveTable

export type CardDirectives = Directed<typeof CARD_DIRECTIVES>
