import type { Capabilities } from '#domain/capabilities.ts'
import type { Charge } from '#providers/provider.ts'
import type { SettingTable } from './config.ts'
import type { Directives, DirectiveTable } from './directives.ts'
import type { ChargeResult, IssuedId } from './simulated-charges.ts'

/** What one simulator has of its own; everything else is in this folder. */
export interface SimulatorDefinition {
  /** As in `provider` of an account: `card-simulator`. */
  readonly name: string
  readonly capabilities: Capabilities
  /** Metadata it takes directives from, beyond what every simulator reads. */
  readonly directives: DirectiveTable
  /** Settings of its accounts, beyond what every simulator reads. */
  readonly settings: SettingTable
  /** Ledger entry of a charge, with its page if it has one. @param issued the scheme's entry for an agreement's ID */
  resultOf(directives: Directives, charge: Charge, issued?: IssuedId): ChargeResult
}
