import { type ChildProcess, fork } from 'node:child_process'
import cluster from 'node:cluster'
import { join } from 'node:path'
import type { Config } from '#app/config.ts'
import { demoFilePath } from './demo-file.ts'
import { garbageCollectionOptions } from './garbage-collection.ts'

const CHILD = join(import.meta.dirname, 'child.ts')
const SHOP = join(import.meta.dirname, '../../examples/shop/main.ts')

/** Operators need no warning that Node strips types. */
const execArgv = [...process.execArgv, '--disable-warning=ExperimentalWarning']

/** Forks a process that shares the API's port. */
export function forkApi(): ChildProcess {
  return forkInCluster('api')
}

/** Forks the background worker. It shares no port, but its metrics are collected with those of the API processes. */
export function forkWorker(): ChildProcess {
  return forkInCluster('worker')
}

function forkInCluster(role: 'api' | 'worker'): ChildProcess {
  cluster.setupPrimary({ exec: CHILD, args: [role], execArgv: [...execArgv, ...garbageCollectionOptions()] })
  // Errors of its channel are those of its process, which the supervisor logs.
  return cluster.fork().on('error', () => undefined).process
}

/** Uses the client's sources instead of its built package, so that nothing needs a build after `npm ci`. */
const CLIENT_SOURCE = '--conditions=tollgate-source'

/** Forks the demo shop. It is a merchant's program, so it gets none of our settings. */
export function forkShop({ shopPort, shopHost, dataDir }: Config): ChildProcess {
  const { PATH } = process.env
  return fork(SHOP, [], {
    env: { PATH, SHOP_PORT: String(shopPort), SHOP_HOST: shopHost, TOLLGATE_DEMO_FILE: demoFilePath(dataDir) },
    execArgv: [...execArgv, CLIENT_SOURCE],
  })
}
