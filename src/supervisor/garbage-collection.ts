import { totalmem } from 'node:os'

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
