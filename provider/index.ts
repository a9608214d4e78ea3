/** Types of the port between the gateway and its connectors: those of our own sources. */

export type * from '../src/providers/port/provider-module.ts'
export type * from '../src/providers/port/tools.ts'
export type { Mistake, ProviderUnderTest, Steering, StrangeDispute } from './contract/provider-under-test.ts'
export type { Sandbox, SandboxModule } from './contract/sandbox.ts'
