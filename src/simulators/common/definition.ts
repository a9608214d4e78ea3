import type { Capabilities } from '#domain/capabilities.ts'
import type { Charge } from '#providers/port/provider.ts'
import type { SettingTable } from './config.ts'
import type { Directives, DirectiveTable } from './directives.ts'
import type { ChargeResult, IssuedId } from './simulated-charges.ts'

export interface SimulatorDefinition {
  /** As in `provider` of an account: `card-simulator`. */
  readonly name: string
  readonly capabilities: Capabilities
  readonly directives: DirectiveTable
  readonly settings: SettingTable
  /** Ledger entry of a charge, with its page if any. @param issued the scheme's entry for an agreement's ID */
  resultOf(directives: Directives, charge: Charge, issued?: IssuedId): ChargeResult
}
