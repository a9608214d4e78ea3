import { PROCESSING_CODES, type ProcessingCode } from '#domain/processing-code.ts'
import type { Charge } from '#providers/port/provider.ts'
import type { SimulatorDefinition } from './definition.ts'
import type { Directives } from './directives.ts'
import { RESPONSE_CODES } from './response-codes.ts'
import type { ChargePages, ChargeResult, ChargeWithPage, Transfer } from './simulated-charges.ts'
import { awaitingShopper, immediateCharge, lineFor, textsOf } from './translate.ts'

/** Choices on a simulated page and their outcomes (docs/reference/simulators.md#pages). */
const CHOICES = {
  APPROVED: { code: '0000', word: 'approved' },
  DECLINED: { code: '1000', word: 'declined' },
  CANCELED: { code: '1003', word: 'canceled' },
  PENDING: { code: '1002', word: 'pending' },
} as const satisfies Record<string, { code: ProcessingCode; word: string }>

/** Method whose money comes later, and perhaps in parts. */
const TRANSFER = 'BANK_TRANSFER'

export type PageChoice = keyof typeof CHOICES

export interface ShownCharge extends ChargeWithPage {
  /** Preset by metadata or account, if it is among the choices. */
  readonly preset: PageChoice
  /** Of a bank transfer, newest first. */
  readonly transfers?: readonly Transfer[]
}

export interface SimulatedPages {
  show(attemptId: string): Promise<ShownCharge | undefined>
  /** Records the first final choice. @returns the browser's next URL, undefined for an unknown page */
  choose(attemptId: string, choice: PageChoice): Promise<string | undefined>
  /** Receives money of a transfer, in minor units: too little leaves it pending; excess and late money is returned. */
  receive(attemptId: string, amount: bigint): Promise<void>
}

export function openSimulatedPages(pages: ChargePages): SimulatedPages {
  return {
    async show(attemptId) {
      const found = await pages.find(attemptId)
      if (!found) return undefined
      const shown = { ...found, preset: choiceFor(found.page.preset) }
      return found.page.method === TRANSFER ? { ...shown, transfers: await pages.listTransfers(attemptId) } : shown
    },
    async choose(attemptId, choice) {
      const found = await pages.find(attemptId)
      if (!found) return undefined
      const { preset, texts, returnUrl } = found.page
      const { code, word } = CHOICES[choice]
      const meant = preset !== null && PROCESSING_CODES[preset].status === choice ? preset : code
      await pages.decide(attemptId, lineFor(texts, meant, null, word))
      return returnUrl
    },
    async receive(attemptId, amount) {
      const found = await pages.find(attemptId)
      if (!found) return
      const { texts } = found.page
      const partly = lineFor(texts, '1002', null, 'partly received')
      await pages.arrive(attemptId, amount, { partly, paid: lineFor(texts, '0000', null) })
    },
  }
}

/** Without a directive the shopper decides on the page (docs/reference/simulators.md#what-answers-immediately). */
export function directedOrOnPage(baseUrl: string): SimulatorDefinition['resultOf'] {
  return (directives, charge) =>
    directives.responseCode === null
      ? awaitOnPage(directives, charge, baseUrl)
      : { ...immediateCharge(directives), page: null }
}

export function awaitOnPage(directives: Directives, charge: Charge, baseUrl: string): ChargeResult {
  const { merchantName, returnUrl, attemptId, instrument } = charge
  if (instrument.kind !== 'redirect') throw new Error('A card has no page on which a shopper decides.')
  const preset = directives.responseCode === null ? null : RESPONSE_CODES[directives.responseCode]
  const url = `${baseUrl}/simulators/checkouts/${attemptId}`
  const page = { method: instrument.method, merchantName, returnUrl, preset, texts: textsOf(directives) }
  return { ...awaitingShopper(directives, { kind: 'redirect', url }), page }
}

/** First button. Outcomes without a button are refusals. */
function choiceFor(preset: ProcessingCode | null): PageChoice {
  const { status } = PROCESSING_CODES[preset ?? '0000']
  return isChoice(status) ? status : 'DECLINED'
}

function isChoice(status: string): status is PageChoice {
  return Object.hasOwn(CHOICES, status)
}
