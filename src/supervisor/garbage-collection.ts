import { totalmem } from 'node:os'

const MEGABYTE = 1024 ** 2
/** With so much of it old garbage waits for half a minute of payments. */
const MOST_MEGABYTES = 256
/** Of a machine's memory for one process. */
const SHARE = 1 / 16

/**
 * Options of V8 13.6 (Node 24) for processes that payments wait for. By its own rule it marks all that is old as soon as there is
 * little more of it than live, and whenever 64 MB of buffers are young: one to six times in ten seconds, for 50 ms each
 * ([decision 0088](../../docs/decisions/0088-old-garbage-waits.md)).
 * @param memoryBytes of the machine or container
 */
export function garbageCollectionOptions(memoryBytes = memoryOfThisMachine()): readonly string[] {
  const old = Math.min(MOST_MEGABYTES, Math.floor((memoryBytes * SHARE) / MEGABYTE))
  return [
    `--initial-old-space-size=${old}`,
    '--external-memory-accounted-in-global-limit',
    // Half of the default: young garbage is collected twice as often, and keeps payments half as long.
    '--max-semi-space-size=16',
  ]
}

/** A container may have less than the machine. */
function memoryOfThisMachine(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}
