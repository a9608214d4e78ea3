import type { CallOptions } from './connection.ts'
import { pathTo, Resource } from './resource.ts'
import type {
  Dispute,
  ListSimulatedChargesQuery,
  SimulatedAuthentications,
  SimulatedCharge,
  SimulatedDisputeMove,
  SimulatedWalletPayment,
  SimulatedWalletToken,
  TestClock,
} from './schema.ts'

/** Simulators of what only a shopper has. They answer 404 in production. */
export class Simulators extends Resource {
  /** The charges of a transaction, or of all under a reference. */
  charges(filters: ListSimulatedChargesQuery): Promise<{ readonly items: readonly SimulatedCharge[] }> {
    return this.connection.call('GET', '/api/simulators/charges', { query: filters })
  }

  /** Requests for authentication of a transaction, as the simulated issuer got them. */
  authentications(transactionId: string): Promise<SimulatedAuthentications> {
    return this.connection.call('GET', pathTo('/api/simulators/authentications', transactionId))
  }

  /** Has the simulated provider say what comes next about a dispute. @returns the dispute afterwards */
  moveDispute(id: string, to: SimulatedDisputeMove['to']): Promise<Dispute> {
    return this.connection.call('POST', `${pathTo('/api/simulators/disputes', id)}/move`, { body: { to } })
  }

  /** The time by your test clock. */
  testClock(): Promise<TestClock> {
    return this.connection.call('GET', '/api/test-clock')
  }

  /** Moves your test clock ahead: everything due in that time is due immediately. */
  advanceTestClock(seconds: number, options?: CallOptions): Promise<TestClock> {
    return this.connection.call('POST', '/api/test-clock', { body: { advance_seconds: seconds }, options })
  }

  /** A token as the wallet would hand it to your page, signed and encrypted for you, in Base64 already. */
  walletToken(payment: SimulatedWalletPayment): Promise<SimulatedWalletToken> {
    return this.connection.call('POST', '/api/simulators/walleta-tokens', { body: payment })
  }
}
