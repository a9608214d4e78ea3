import { cvvLengthOf } from '#domain/brands.ts'
import type { ProcessingCode } from '#domain/processing-code.ts'
import { CARD_DIRECTIVES } from '#simulators/card/directives.ts'
import { TEST_CARDS } from '#simulators/card/test-cards.ts'
import { COMMON_DIRECTIVES } from '#simulators/common/directives.ts'
import { FAULT_NAMES, type FaultName } from '#simulators/common/faults.ts'
import { RESPONSE_CODES } from '#simulators/common/response-codes.ts'
import { DEFAULT_FLOW, FLOW_NAMES, flowOf, type SimulatedFlow } from '#simulators/three-ds/flows.ts'

type KeyOf<T extends Readonly<Record<string, readonly [string, unknown]>>> = T[keyof T][0]

export type DirectiveKey = KeyOf<typeof COMMON_DIRECTIVES> | KeyOf<typeof CARD_DIRECTIVES>

export interface TestDirective {
  readonly key: DirectiveKey
  /** Rule for its value, as the end of a sentence. */
  readonly expects: string
}

/** Directives of the simulators, from their own tables. */
export interface TestValues {
  readonly cards: readonly { readonly brand: string; readonly number: string; readonly cvvLength: number }[]
  readonly outcomes: readonly (readonly [responseCode: string, ProcessingCode])[]
  /** Read by every simulator, and by that of cards alone. */
  readonly directives: { readonly common: readonly TestDirective[]; readonly card: readonly TestDirective[] }
  /** Null is a card that is not enrolled. */
  readonly flows: readonly { readonly name: string; readonly isDefault: boolean; readonly flow: SimulatedFlow | null }[]
  readonly faults: readonly FaultName[]
}

export type { FaultName, SimulatedFlow }

export function testValues(): TestValues {
  return {
    cards: Object.entries(TEST_CARDS).map(([brand, number]) => ({
      brand,
      number,
      cvvLength: cvvLengthOf(brand as keyof typeof TEST_CARDS),
    })),
    outcomes: Object.entries(RESPONSE_CODES),
    directives: { common: directivesOf(COMMON_DIRECTIVES), card: directivesOf(CARD_DIRECTIVES) },
    flows: FLOW_NAMES.map((name) => ({ name, isDefault: name === DEFAULT_FLOW, flow: flowOf(name) })),
    faults: FAULT_NAMES,
  }
}

function directivesOf(table: typeof COMMON_DIRECTIVES | typeof CARD_DIRECTIVES): TestDirective[] {
  return Object.values(table).map(([key, { expects }]) => ({ key, expects }))
}
