import { type Connections, readConnections, readDurability, readMissingPrivileges } from '#store/schema/durability.ts'
import type { Gateway } from '../gateway.ts'
import { type Finding, fail, pass } from './finding.ts'

const OLDEST_MAJOR = 15
/** Signatures of webhooks and notices depend on the clock, within minutes. */
const MOST_SKEW_SECONDS = 5

/** Connections of an API process (docs/operate/capacity.md). */
const PROCESS_CONNECTIONS = 14
const NAMED_PRIVILEGES = 5

/** Checks durable commits, the role's rights, and the clocks. */
export async function checkDatabase({ sql, clock }: Gateway): Promise<Finding[]> {
  const durability = await readDurability(sql)
  const skew = Math.abs(durability.now.getTime() - clock.now().getTime()) / 1000
  const missing = await readMissingPrivileges(sql)
  const connections = connectionFinding(await readConnections(sql))
  return [...findingsOf(durability), roleFinding(durability, missing), connections, clockFinding(skew)]
}

/** Another process needs room: a restarted one, or one that serves beside its predecessor. */
function connectionFinding({ allowed, open }: Connections): Finding {
  if (allowed - open >= PROCESS_CONNECTIONS) return pass('database connections', `${open} of ${allowed} are open`)
  const message = `${open} of ${allowed} are open, and an API process needs ${PROCESS_CONNECTIONS}; raise max_connections, or use PgBouncer (docs/operate/pgbouncer.md).`
  return fail('database connections', message)
}

function findingsOf({
  fsync,
  fullPageWrites,
  synchronousCommit,
  isStandby,
  version,
  hasSettings,
}: DurabilityRead): Finding[] {
  const problems = [
    !hasSettings &&
      'Sessions lose their settings; behind PgBouncer add pgbouncer=true to DATABASE_URL (docs/operate/pgbouncer.md).',
    isStandby && 'It is a read-only standby; set DATABASE_URL to the primary.',
    fsync !== 'on' && 'fsync is off: a crash loses committed payments; set fsync = on.',
    fullPageWrites !== 'on' && 'full_page_writes is off: a crash may damage tables; set full_page_writes = on.',
    synchronousCommit === 'off' && 'synchronous_commit is off: a crash loses the last payments; set it to on.',
    Number.parseInt(version, 10) < OLDEST_MAJOR && `PostgreSQL ${version} is too old; use ${OLDEST_MAJOR} or later.`,
  ].filter((problem) => problem !== false)
  if (problems.length > 0) return problems.map((problem) => fail('database', problem))
  return [pass('database', `PostgreSQL ${version}, commits survive a crash`)]
}

/** Triggers protect final rows and the ledger; the owner of a table may drop them. */
function roleFinding({ ownsTables }: DurabilityRead, missing: readonly string[]): Finding {
  if (missing.length > 0) {
    const some = missing.slice(0, NAMED_PRIVILEGES).join(', ')
    const more = missing.length > NAMED_PRIVILEGES ? ` and ${missing.length - NAMED_PRIVILEGES} more` : ''
    return fail(
      'database role',
      `It lacks ${some}${more}; grant them (docs/operate/install.md#two-roles-in-your-database).`,
    )
  }
  if (!ownsTables) return pass('database role', 'owns no table')
  const message =
    'It owns the tables and can change them; use two roles (docs/operate/install.md#two-roles-in-your-database).'
  return fail('database role', message)
}

type DurabilityRead = Awaited<ReturnType<typeof readDurability>>

function clockFinding(skewSeconds: number): Finding {
  if (skewSeconds <= MOST_SKEW_SECONDS) return pass('clock', 'in sync with the database')
  const message = `This machine and the database differ by ${Math.round(skewSeconds)} s; synchronize both (NTP).`
  return fail('clock', message)
}
