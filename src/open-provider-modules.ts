import type { ModuleLog } from '#providers/modules/guard-provider.ts'
import { loadModules } from '#providers/modules/load-modules.ts'
import { ModuleError } from '#providers/modules/module-error.ts'
import type { Provider } from '#providers/port/provider.ts'
import { createModuleProviders } from '#providers/registry.ts'
import { type Config, ConfigError } from './config.ts'

/** Loads the provider modules of the configuration. @throws ConfigError for one that is none */
export async function openProviderModules(
  { realm, providerSandboxes: sandboxes, providerModules }: Config,
  log: ModuleLog,
): Promise<readonly Provider[]> {
  try {
    return createModuleProviders(await loadModules(providerModules), { realm, sandboxes, log })
  } catch (error) {
    throw error instanceof ModuleError ? new ConfigError([error.message]) : error
  }
}
