import { openGroup } from '#app/open-group.ts'
import { issueClient } from '#identity/issue-client.ts'
import type { Database } from '#store/connection/database.ts'
import { insertAuditEntry } from '#store/merchants/audit-log.ts'
import type { CommandGroup } from '../command.ts'
import { withDatabase } from '../with-database.ts'

/** The first operator cannot have a token yet; access to the database is what authorizes this command. */
const ACTOR = 'tollgate operator create'

/** Clients of the admin API (docs/reference/running.md#the-command). */
export const operator: CommandGroup = {
  name: 'operator',
  summary: 'Operators: clients of the admin API',
  commands: [
    {
      verb: 'create',
      summary: 'Create an operator directly in the database',
      run: () => withDatabase(createOperator),
      examples: ['operator create', 'operator create --json > operator.json'],
      note: 'You will not see the client secret again. Use both as TOLLGATE_CLIENT_ID and TOLLGATE_CLIENT_SECRET.',
    },
  ],
}

async function createOperator(database: Database): Promise<unknown> {
  await openGroup(database, undefined)
  const { clientId, clientSecret } = await database.begin(async (sql) => {
    const client = await issueClient(sql, { merchantId: null, scopes: ['operator'] })
    const entry = { actor: ACTOR, action: 'operator.created', merchantId: null, subject: client.clientId, changes: {} }
    await insertAuditEntry(sql, entry)
    return client
  })
  return { client_id: clientId, client_secret: clientSecret.reveal() }
}
