import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that wait for time to pass or start many processes, the slowest first. */
const SLOW = [
  'simulation/',
  'api/start-up',
  'api/cli/',
  'faults',
  'outcomes',
  'api/retries/',
  'api/payouts/',
  'api/providers/',
  'api/circuits/',
  'expiry',
  'api/keys/',
]

/** The slowest files first, so that none is left running alone at the end; then the gateway's, then the rest. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const index = SLOW.findIndex((part) => moduleId.includes(part))
  if (index >= 0) return index
  return moduleId.includes('/test/api/') ? SLOW.length : SLOW.length + 1
}
