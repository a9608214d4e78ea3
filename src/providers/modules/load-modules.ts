import { pathToFileURL } from 'node:url'
import type { ProviderModule } from '../port/provider-module.ts'
import { ModuleError } from './module-error.ts'

/** Module of PROVIDER_MODULES, loaded but not called. */
export interface LoadedModule {
  /** Path or package, as in the setting. */
  readonly place: string
  readonly create: ProviderModule
}

const LOAD_MS = 10_000

/** Loads modules by absolute path or package. @throws ModuleError for the first that cannot be one */
export async function loadModules(places: readonly string[]): Promise<readonly LoadedModule[]> {
  const modules: LoadedModule[] = []
  for (const place of places) modules.push(await loadModule(place))
  return modules
}

async function loadModule(place: string): Promise<LoadedModule> {
  const address = place.startsWith('/') ? pathToFileURL(place).href : place
  const { default: create } = await importInTime(address).catch((error: unknown) => {
    throw new ModuleError(place, 'cannot be loaded', error)
  })
  if (typeof create === 'function') return { place, create: create as ProviderModule }
  throw new ModuleError(place, 'has no function as its default export; export default (tools) => provider')
}

/** @throws Error also if the module is not ready in time, for example because it awaits something */
async function importInTime(address: string): Promise<{ readonly default?: unknown }> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`it was not ready within ${LOAD_MS / 1000} s`)), LOAD_MS)
  try {
    return await Promise.race([import(address), late])
  } finally {
    clearTimeout(timer)
  }
}
