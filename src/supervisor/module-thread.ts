import process from 'node:process'
import { workerData } from 'node:worker_threads'
import { createModuleProvider } from '#providers/modules/create-module-provider.ts'
import { loadModules } from '#providers/modules/load-modules.ts'

// Thread that loads a provider module and calls its function. Nothing else of the gateway is here.

const { place, realm, sandboxes } = workerData
const surroundings = { realm, sandboxes, log: { error: () => undefined } }
for (const module of await loadModules([place])) createModuleProvider(module, surroundings)
// The module may have left a timer or a connection.
process.exit(0)
