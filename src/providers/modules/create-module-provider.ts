import type { Provider, Realm } from '../port/provider.ts'
import { toolsFor } from '../port/provider-module.ts'
import { checkedProvider } from './check-provider.ts'
import { guardProvider, type ModuleLog } from './guard-provider.ts'
import type { LoadedModule } from './load-modules.ts'
import { ModuleError } from './module-error.ts'

export interface ModuleSurroundings {
  readonly realm: Realm
  /** URLs that replace the test environments of providers, by provider; none in production. */
  readonly sandboxes: Readonly<Record<string, string>>
  readonly log: ModuleLog
}

/**
 * Creates the provider of a module. Its name is only known then, so with an entry in PROVIDER_SANDBOXES its function is
 * called again, with the origin.
 * @throws ModuleError
 */
export function createModuleProvider(module: LoadedModule, { realm, sandboxes, log }: ModuleSurroundings): Provider {
  const provider = created(module, { realm })
  if (!Object.hasOwn(sandboxes, provider.name)) return guardProvider(provider, log)
  return guardProvider(created(module, { realm, origin: sandboxes[provider.name]! }), log)
}

function created({ place, create }: LoadedModule, environment: Parameters<typeof toolsFor>[0]): Provider {
  try {
    return checkedProvider(create(toolsFor(environment)))
  } catch (error) {
    throw new ModuleError(place, 'makes no provider', error)
  }
}
