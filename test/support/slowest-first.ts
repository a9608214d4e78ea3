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

/** One project after the other, and in each the slowest files first: none of them is left running alone at the end. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ moduleId, project }: TestSpecification): number {
  if (project.name === 'unit') return SLOW.length + 1
  const index = SLOW.findIndex((part) => moduleId.includes(part))
  return index < 0 ? SLOW.length : index
}
