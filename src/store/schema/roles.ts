import type { Database, Sql } from '../connection/sql.ts'

// Roles in the local database. In an operator's, roles are the operator's (docs/operate/install.md).

/** Owns the database and all objects; runs migrations. */
export const OWNER = 'tollgate_owner'

/** Role of the gateway: changes rows, but no table, trigger or role. */
export const GATEWAY = 'tollgate_gateway'

export type Passwords = Readonly<Record<typeof OWNER | typeof GATEWAY, string>>

/** Distinguishes our advisory lock from that of the migrations. */
const LOCK = 8_655_429

/**
 * Creates missing roles, and makes the owner own everything, also in databases that an earlier release made as the
 * superuser.
 * @param sql the superuser's connection to that database
 */
export async function provisionRoles(sql: Database, passwords: Passwords): Promise<void> {
  await sql.begin(async (connection) => {
    await connection`select pg_advisory_xact_lock(${LOCK})`
    for (const [role, password] of Object.entries(passwords)) await createRole(connection, role, password)
    const statements = await connection<{ statement: string }[]>`${ownerless(connection)}`
    for (const { statement } of statements) await connection.unsafe(statement)
  })
}

/** The statement accepts no parameters, so the server quotes its values. */
async function createRole(sql: Sql, role: string, password: string): Promise<void> {
  const [missing] = await sql<{ statement: string }[]>`
    select format(
      'create role %I login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password %L',
      ${role}::text, ${password}::text
    ) as statement
    where not exists (select 1 from pg_roles where rolname = ${role})`
  if (missing) await sql.unsafe(missing.statement)
}

/** Statements for objects of other owners, the database first. Sequences of columns follow their table. */
function ownerless(sql: Sql) {
  return sql`
    with foreign_schemas as (
      select oid, nspname, nspowner from pg_namespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
    ), objects (rank, owner, name) as (
      select 1, datdba, format('database %I', datname) from pg_database where datname = current_database()
      union all
      select 2, nspowner, format('schema %I', nspname) from foreign_schemas where nspname <> 'public'
      union all
      select 3, relowner, format('%s %I.%I', case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end,
        nspname, relname)
      from pg_class join foreign_schemas on foreign_schemas.oid = relnamespace
      where relkind in ('r', 'p', 'v') or relkind = 'S' and not exists (
        select 1 from pg_depend where objid = pg_class.oid and classid = 'pg_class'::regclass and deptype in ('a', 'i'))
      union all
      select 4, proowner, format('routine %s', pg_proc.oid::regprocedure)
      from pg_proc join foreign_schemas on foreign_schemas.oid = pronamespace
    )
    select format('alter %s owner to %I', name, ${OWNER}::text) as statement
    from objects where owner <> ${OWNER}::regrole
    order by rank`
}

/** Tables in which the gateway deletes rows. All others keep theirs. */
export const SHORT_LIVED = [
  'acquirer_hand_overs',
  'acquirer_strays',
  'acquirer_traces',
  'authentication_secrets',
  'bin_countries',
  'counted_payments',
  'counted_periods',
  'customers',
  'dashboard_sessions',
  'data_keys',
  'delivery_tries',
  'external_clients',
  'idempotency_keys',
  'identity_payloads',
  'invitations',
  'list_entries',
  'known_browsers',
  'mails',
  'order_references',
  'passkeys',
  'password_links',
  'payment_days',
  'payment_hours',
  'payment_methods',
  'provider_circuits',
  'provider_exchanges',
  'provider_notices',
  'rate_counters',
  'recovery_codes',
  'request_log',
  'sign_in_failures',
  'totp_secrets',
  'saved_views',
  'scheme_asks',
  'settled_records',
  'tried_cards',
  'wallet_messages',
  'wallet_recipients',
  'webhook_endpoints',
]

/** Tables in which it changes none either. */
export const WRITTEN_ONCE = [
  'audit_log',
  'bank_entries',
  'ledger_days',
  'ledger_entries',
  'ledger_seals',
  'migrations',
  'script_versions',
  'settlement_rows',
]

/** Includes tables made since the last start. @param sql the owner's connection, after all migrations */
export async function grantToGateway(sql: Database): Promise<void> {
  await sql.begin(async (connection) => {
    await connection`select pg_advisory_xact_lock(${LOCK})`
    await connection.unsafe(`
      revoke all on all tables in schema public, simulator from ${GATEWAY};
      grant usage on schema public, simulator to ${GATEWAY};
      grant select, insert, update on all tables in schema public, simulator to ${GATEWAY};
      grant delete on ${SHORT_LIVED.join(', ')} to ${GATEWAY};
      revoke update on ${WRITTEN_ONCE.join(', ')} from ${GATEWAY};
      revoke insert on migrations from ${GATEWAY}`)
  })
}
