import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that wait for time to pass or start many processes, the slowest first. */
const SLOW = [
  'full/generated-clients',
  'full/keycloak/',
  'full/container/build',
  'full/rolling-restarts',
  'simulation/',
  'full/',
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

/** Tests that wait for time-outs of providers and hosts, while others compute. */
const WAITING = ['src/providers/', 'src/three-ds/']

/**
 * The slowest files first, so that none is left running alone at the end; then those of the gateway, with those that wait
 * spread evenly among them, so that the cores have something to do meanwhile; then the rest.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { slow = [], waiting = [], gateway = [], rest = [] } = Object.groupBy(await super.sort(files), kindOf)
    const slowest = slow.toSorted((one, other) => placeOf(one) - placeOf(other))
    return [...slowest, ...spread(waiting, gateway), ...rest]
  }
}

const placeOf = ({ moduleId }: TestSpecification) => SLOW.findIndex((part) => moduleId.includes(part))

function kindOf(file: TestSpecification): 'slow' | 'waiting' | 'gateway' | 'rest' {
  if (placeOf(file) >= 0) return 'slow'
  if (WAITING.some((part) => file.moduleId.includes(`/${part}`))) return 'waiting'
  return file.moduleId.includes('/test/api/') ? 'gateway' : 'rest'
}

/** The few go among the many at equal distances; both keep their order. */
function spread<File>(few: readonly File[], many: readonly File[]): File[] {
  const placed = [few, many].flatMap((files) =>
    files.map((file, index) => ({ file, at: (index + 0.5) / files.length })),
  )
  return placed.toSorted((one, other) => one.at - other.at).map(({ file }) => file)
}
