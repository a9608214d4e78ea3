import { distribute } from '#store/cluster/distribute.ts'
import type { Noun } from '../command.ts'
import { withDatabase } from '../with-database.ts'

/** More than one machine (docs/operate/citus.md). */
export const cluster: Noun = {
  name: 'cluster',
  summary: 'Database distributed over several servers by Citus',
  commands: [
    {
      verb: 'distribute',
      summary: 'Distribute merchants over the servers of Citus, each merchant on one server',
      run: () => withDatabase(distribute),
      examples: ['cluster distribute'],
    },
  ],
}
