import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Config } from '#app/config.ts'
import { ModuleError } from '#providers/modules/module-error.ts'

/** Longer than the time in which a module loads, whose error says more. */
const LIMIT_MS = 20_000

/**
 * Loads each provider module in a thread first, because an endless loop would stop the process, and its signals with it.
 * @throws ModuleError
 */
export async function tryModules({ providerModules, providerSandboxes, realm }: Config): Promise<void> {
  for (const place of providerModules) {
    const workerData = { place, realm, sandboxes: providerSandboxes }
    const options = { workerData, stdout: true, stderr: true }
    const thread = new Worker(new URL('module-thread.ts', import.meta.url), options)
    const timer = setTimeout(() => thread.terminate(), LIMIT_MS)
    const [code] = await once(thread, 'exit')
    clearTimeout(timer)
    if (code !== 0)
      throw new ModuleError(place, `was not ready within ${LIMIT_MS / 1000} s: it loops, or ends its process`)
  }
}
