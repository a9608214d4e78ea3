import { createAdyen } from './adyen/index.ts'
import { createCashfree } from './cashfree/index.ts'
import { NAME as ISO8583 } from './iso8583/capabilities.ts'
import { createModuleProvider, type ModuleSurroundings } from './modules/create-module-provider.ts'
import type { LoadedModule } from './modules/load-modules.ts'
import { ModuleError } from './modules/module-error.ts'
import { createPayPal } from './paypal/index.ts'
import type { Provider } from './port/provider.ts'
import { type ProviderModule, toolsFor } from './port/provider-module.ts'
import { createStripe } from './stripe/index.ts'

/** Connectors by their name in accounts. */
const CONNECTORS: Readonly<Record<string, ProviderModule>> = {
  adyen: createAdyen,
  cashfree: createCashfree,
  paypal: createPayPal,
  stripe: createStripe,
}

/** Creates our connectors; in UAT for test environments (docs/reference/running.md#production). */
export function createConnectors({ realm, sandboxes }: Omit<ModuleSurroundings, 'log'>): readonly Provider[] {
  return Object.entries(CONNECTORS).map(([name, create]) => {
    const origin = sandboxes[name]
    return create(toolsFor(origin === undefined ? { realm } : { realm, origin }))
  })
}

/**
 * Creates the providers of modules.
 * @throws ModuleError for a name that is taken @throws Error for a sandbox of an unknown provider
 */
export function createModuleProviders(
  modules: readonly LoadedModule[],
  surroundings: ModuleSurroundings,
): readonly Provider[] {
  const names = [...Object.keys(CONNECTORS), ISO8583]
  const providers = modules.map((module) => {
    const provider = createModuleProvider(module, surroundings)
    if (names.includes(provider.name))
      throw new ModuleError(module.place, `has the name ${provider.name}, which another provider has`)
    names.push(provider.name)
    return provider
  })
  const known = names.filter((name) => name !== ISO8583)
  const unknown = Object.keys(surroundings.sandboxes).find((name) => !known.includes(name))
  if (unknown) throw new Error(`PROVIDER_SANDBOXES names ${unknown}; use one of ${known.join(', ')}.`)
  return providers
}
