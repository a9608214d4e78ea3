import type { Chance } from '../chance.ts'
import type { ScenarioContext } from '../scenario-context.ts'
import { subscription } from './agreements.ts'
import { authorization, purchase, retried, saved } from './cards.ts'
import { challenge } from './challenge.ts'
import { misfit, mistake } from './mistakes.ts'
import { bankPayment, pageOrder, payout } from './pages.ts'
import { session } from './sessions.ts'

/** One order's whole story. */
export type Scenario = (context: ScenarioContext) => Promise<void>

/** Every kind of order, by how many in a hundred are of it. */
const KINDS: readonly { readonly share: number; readonly scenario: Scenario }[] = [
  { share: 13, scenario: purchase },
  { share: 12, scenario: authorization },
  { share: 10, scenario: challenge },
  { share: 16, scenario: retried },
  { share: 8, scenario: saved },
  { share: 7, scenario: pageOrder },
  { share: 6, scenario: bankPayment },
  { share: 6, scenario: payout },
  { share: 12, scenario: session },
  { share: 4, scenario: subscription },
  { share: 3, scenario: mistake },
  { share: 3, scenario: misfit },
]

const DRAWN = KINDS.flatMap(({ share, scenario }) => Array<Scenario>(share).fill(scenario))

export function scenarioOf(chance: Chance): Scenario {
  return chance.pick(DRAWN)
}
