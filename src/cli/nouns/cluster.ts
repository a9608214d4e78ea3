import { distribute } from '#store/cluster/distribute.ts'
import type { Noun } from '../command.ts'
import { withDatabase } from '../with-database.ts'

/** More than one machine (docs/operate/citus.md). */
export const cluster: Noun = {
  name: 'cluster',
  summary: 'A database that is distributed over several servers by Citus',
  commands: [
    {
      verb: 'distribute',
      summary: 'Distribute the rows of merchants over the servers that Citus knows, each merchant on one',
      run: () => withDatabase(distribute),
      examples: ['cluster distribute'],
    },
  ],
}
