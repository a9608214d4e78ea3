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
  /**
   * What goes into the ledger for a charge, with the page on which a shopper decides where there is one.
   * @param issued what the scheme has under the ID that a charge by agreement refers to
   */
  resultOf(directives: Directives, charge: Charge, issued?: IssuedId): ChargeResult
}
