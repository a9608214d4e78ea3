import type { Refusal } from '#domain/eligibility.ts'
import type { TerminalConfig } from '#domain/merchant.ts'
import type { Gateway } from '../../gateway.ts'

/** Whatever is typed or stored has to be authenticated; of a token that shows only once it is opened. */
const CARDS: readonly string[] = ['card', 'saved_card']

/** Why a terminal takes no cards (docs/reference/authorize.md#what-a-terminal-accepts). @param method as requests name it */
export function cardRefusal(gateway: Gateway, config: TerminalConfig, method: string): Refusal | undefined {
  return CARDS.includes(method) ? authenticationRefusal(gateway, config) : undefined
}

/** Why a terminal takes nothing that has to be authenticated. */
export function authenticationRefusal({ threeDs }: Gateway, { terminal }: TerminalConfig): Refusal | undefined {
  if (!threeDs) return refuse('The gateway has no 3-D Secure server; ask the operator.')
  if (!threeDs.needsRequestor || terminal?.threeDs) return undefined
  return refuse('The terminal has no 3-D Secure settings; ask the operator to set three_ds.')
}

function refuse(message: string): Refusal {
  return { code: '2015', property: 'terminal_id', message }
}
