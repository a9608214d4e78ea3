import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { COPIED, LEFT, listMovedTables } from './tables.ts'

// A table that names no merchant is not moved with one, so each is listed here with the reason.

const NAMELESS: Readonly<Record<string, string>> = {
  'public.acquirer_hand_overs': 'passes messages between processes of one group for seconds',
  'public.acquirer_lines': 'says which process of this group owns a connection',
  'public.acquirer_strays': 'belongs to no request of a merchant',
  'public.acquirer_traces': 'copied by account in the switch',
  'public.bin_countries': 'imported by the operator of each group',
  'public.database_realm': 'the realm of this database',
  'public.forgotten_secrets': 'says that a file of this server has to be replaced',
  'public.gathering_marks': 'progress of this worker; aligned in the switch',
  'public.identity_payloads': 'sign-ins in progress at this address',
  'public.key_rotations': 'rotations of the keys of this group',
  'public.known_browsers': 'browsers that signed in at this address',
  'public.last_backup': 'backup of this database',
  'public.ledger_proofs': 'proofs of the ledger of this group',
  'public.merchant_group': 'the name of this group',
  'public.migrations': 'applied to this database',
  'public.page_check': 'checks the pages of this group',
  'public.passkeys': 'bound to the host name of this group',
  'public.password_links': 'links to this address',
  'public.people': 'copied by membership in the switch',
  'public.person_identities': 'people at the identity provider of this group',
  'public.recovery_codes': 'replace a factor at this address',
  'public.script_versions': 'scripts that this group serves',
  'public.sign_in_failures': 'counts failures at this address',
  'public.signing_keys': 'keys of this issuer; the switch accepts their tokens for a while',
  'public.totp_secrets': 'copied with their people in the switch',
  'public.vault_keys': 'keys of this group; those of the merchant are derived from them',
  'public.wallet_keys': 'copied in the switch',
  'public.wallet_root_copies': 'fetched by each group',
}

interface Table {
  readonly name: string
  readonly isLogged: boolean
  readonly namesMerchant: boolean
  /** Columns by which replication finds a row that has changed; null for all of them. */
  readonly identity: readonly string[] | null
}

let database: FreshDatabase
let tables: readonly Table[]
beforeAll(async () => {
  database = await freshDatabase()
  tables = await database.sql<Table[]>`
    select format('%I.%I', nspname, relname) as name, relpersistence = 'p' as "isLogged",
      exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'merchant_id' and not attisdropped)
        as "namesMerchant",
      case when relreplident <> 'f' then array(
        select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = pg_class.oid and indisprimary and relreplident = 'd') end as identity
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'simulator') and relkind in ('r', 'p') order by 1`
})
afterAll(() => database?.drop())

const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).toSorted()

test('every table that names a merchant is moved, copied in the switch or left for a reason', async () => {
  const moved = namesOf(await listMovedTables(database.sql))
  const others = [...COPIED, ...Object.keys(LEFT)].map((name) => `public.${name}`)
  expect([...moved, ...others].toSorted()).toEqual(namesOf(tables.filter(({ namesMerchant }) => namesMerchant)))
})

test('every other table is known to hold nothing that a merchant takes along', () => {
  expect(Object.keys(NAMELESS)).toEqual(namesOf(tables.filter(({ namesMerchant }) => !namesMerchant)))
})

test('what is copied in the switch is what the log does not have', () => {
  const left = new Set(Object.keys(LEFT).map((name) => `public.${name}`))
  const unlogged = tables.filter((table) => table.namesMerchant && !table.isLogged && !left.has(table.name))
  expect(COPIED.map((name) => `public.${name}`)).toEqual(namesOf(unlogged))
})

// PostgreSQL refuses each update and delete of a published table whose filter uses a column outside its identity.
test('rows of moved tables are found by their merchant, so payments can change them during a move', async () => {
  const moved = new Set(namesOf(await listMovedTables(database.sql)))
  const unfiltered = tables.filter(
    ({ name, identity }) => moved.has(name) && identity?.includes('merchant_id') === false,
  )
  expect(unfiltered).toEqual([])
})

test('large tables have an index that finds the later rows of a merchant', async () => {
  const listed = await listMovedTables(database.sql)
  const dated = listed.filter(({ time }) => time !== null).map(({ name }) => name)
  expect(dated).toEqual(expect.arrayContaining(['public.events', 'public.ledger_entries', 'public.transactions']))
})
