import { newId } from '../../src/domain/ids.ts'
import type { ProviderAccount } from '../../src/domain/merchant.ts'
import { checkedProvider } from '../../src/providers/modules/check-provider.ts'
import { loadModules } from '../../src/providers/modules/load-modules.ts'
import type { Provider } from '../../src/providers/port/provider.ts'
import { toolsFor } from '../../src/providers/port/provider-module.ts'
import type { ProviderUnderTest } from './provider-under-test.ts'
import type { Sandbox, SandboxModule } from './sandbox.ts'

/** Loads a module and its sandbox by path, and makes the provider as the gateway does. @throws Error in one line */
export async function openUnderTest(
  modulePath: string,
  sandboxPath: string,
): Promise<ProviderUnderTest & Pick<Sandbox, 'close'>> {
  const [module] = await loadModules([sandboxPath])
  const openSandbox = module!.create as unknown as SandboxModule
  const sandbox = await openSandbox(toolsFor({ realm: 'uat' }))
  const provider = await openModule(modulePath, sandbox.origin)
  return { account: accountOf(provider.name), ...sandbox, provider }
}

/** Loads a module by path, and makes its provider. @param origin replaces the provider's hosts @throws Error in one line */
export async function openModule(path: string, origin?: string): Promise<Provider> {
  const [module] = await loadModules([path])
  return checkedProvider(module!.create(toolsFor({ realm: 'uat', ...(origin !== undefined && { origin }) })))
}

/** An account without settings. */
export function accountOf(provider: string): ProviderAccount {
  return {
    providerAccountId: newId('acc'),
    merchantId: newId('mer'),
    provider,
    name: 'Test',
    status: 'ACTIVE',
    settings: {},
    credentials: {},
    createdAt: new Date(),
  }
}
