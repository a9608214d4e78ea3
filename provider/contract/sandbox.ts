import type { ProviderAccount } from '../../src/domain/merchant.ts'
import type { Tools } from '../../src/providers/port/provider-module.ts'
import type { ProviderUnderTest } from './provider-under-test.ts'

/** Test environment of a provider, which the program opens. It makes the provider itself, and an account if there is none. */
export interface Sandbox extends Omit<ProviderUnderTest, 'provider' | 'account'> {
  /** Becomes `origin` of the module's tools, without a trailing slash. */
  readonly origin: string
  readonly account?: ProviderAccount
  close(): Promise<void> | void
}

/** Default export of a sandbox module. */
export type SandboxModule = (tools: Tools) => Sandbox | Promise<Sandbox>
