import { type ChildProcess, fork } from 'node:child_process'
import cluster from 'node:cluster'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { Config } from '#app/config.ts'
import { demoFilePath } from './demo-file.ts'

const CHILD = join(import.meta.dirname, 'child.ts')
const SHOP = join(import.meta.dirname, '../../examples/shop/main.ts')

/** Operators need no warning that Node strips types. */
const execArgv = [...process.execArgv, '--disable-warning=ExperimentalWarning']

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

const MEGABYTE = 1024 ** 2
/** Postpones old garbage by half a minute of payments. */
const MOST_MEGABYTES = 256
/** Of a machine's memory for one process. */
const SHARE = 1 / 16

/**
 * V8 13.6 options (Node 24) for processes in the payment path. By default it marks old garbage one to six times in ten
 * seconds, for 50 ms each ([decision 0088](../../docs/decisions/0088-old-garbage-waits.md)).
 * @param memoryBytes of the machine or container
 */
export function garbageCollectionOptions(memoryBytes = memoryOfThisMachine()): readonly string[] {
  const old = Math.min(MOST_MEGABYTES, Math.floor((memoryBytes * SHARE) / MEGABYTE))
  return [
    `--initial-old-space-size=${old}`,
    '--external-memory-accounted-in-global-limit',
    // Half of the default: collections of young garbage are twice as frequent and half as long.
    '--max-semi-space-size=16',
  ]
}

/** A container may have less than the machine. */
function memoryOfThisMachine(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}
