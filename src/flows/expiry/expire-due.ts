import { authorizationExpiring } from '#events/further-events.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import { claimDueExpiries, type DueExpiry, dateOldAuthorizations } from '#store/transactions/due-expiries.ts'
import type { Gateway } from '../gateway.ts'
import { voidRest } from './void-rest.ts'

const BATCH = 50
/** A void that is blocked by a capture or void in progress is repeated after this. */
const LEASE_SECONDS = 20

/**
 * Warns of expiring authorizations, and voids expired ones (docs/reference/follow-ups.md#authorization-expiry).
 * @returns true if there may be more
 */
export async function expireAuthorizations(gateway: Gateway): Promise<boolean> {
  const due = await claim(gateway)
  const voids = due.filter(({ task }) => task === 'VOID')
  const results = await Promise.allSettled(voids.map(({ authorization }) => voidRest(gateway, authorization)))
  results.forEach((result, index) => {
    const { id: transactionId } = voids[index]!.authorization
    if (result.status === 'rejected')
      gateway.log.error({ transactionId, err: result.reason }, 'authorization not expired')
  })
  return due.length === BATCH
}

/** Warnings are recorded in the commit that claims them, so that each is sent once. */
function claim({ sql, clock }: Gateway): Promise<readonly DueExpiry[]> {
  return sql.begin(async (tx) => {
    const due = await claimDueExpiries(tx, BATCH, LEASE_SECONDS)
    const warned = due.filter(({ task }) => task === 'WARN')
    await recordFurtherEvents(
      tx,
      warned.map(({ authorization }) => authorizationExpiring(authorization, clock.now())),
    )
    return due
  })
}

const OLD_BATCH = 500

/**
 * Dates authorizations without an expiry (docs/decisions/0119-authorizations-from-before-expire-with-notice.md).
 * @returns true if there may be more
 */
export async function dateAuthorizations({ sql }: Gateway): Promise<boolean> {
  return (await dateOldAuthorizations(sql, OLD_BATCH)) === OLD_BATCH
}
