import { clientSecretExpiring } from '#events/further-events.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import { claimEndingSecrets } from '#store/merchants/api-clients.ts'
import type { Gateway } from '../gateway.ts'

const BATCH = 50
const WARNING_SECONDS = 7 * 24 * 3600

/** Warns of secrets that end within seven days (docs/reference/clients.md#secrets). @returns true if there may be more */
export function warnOfEndingSecrets({ sql, clock }: Pick<Gateway, 'sql' | 'clock'>): Promise<boolean> {
  return sql.begin(async (tx) => {
    const clients = await claimEndingSecrets(tx, WARNING_SECONDS, BATCH)
    await recordFurtherEvents(
      tx,
      clients.map((client) => clientSecretExpiring(client, clock.now())),
    )
    return clients.length === BATCH
  })
}
