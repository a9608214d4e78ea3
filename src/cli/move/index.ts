import { type Config, readConfig } from '#app/config.ts'
import { createLog } from '#app/log.ts'
import { checkRealm } from '#app/open-realm.ts'
import { sayAside } from '#client/command/say.ts'
import type { Secret } from '#domain/secret.ts'
import { cancelMove, finishMoving, showMove } from '#flows/moves/end-move.ts'
import { planMove } from '#flows/moves/plan-move.ts'
import { checkSides, MoveError, type Moving, type Side } from '#flows/moves/side.ts'
import { startMove } from '#flows/moves/start-move.ts'
import { switchMove } from '#flows/moves/switch-move.ts'
import { realmAt } from '#identity/realm.ts'
import { loadSigningKey } from '#identity/signing-key.ts'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { LONG_STATEMENT_SECONDS } from '#store/connection/time-limits.ts'
import { findVaultKeys } from '#store/keys/vault-keys.ts'
import { findGroup } from '#store/merchants/merchant-group.ts'
import { listRoutedIds } from '#store/moves/merchant-moves.ts'
import { listHashKeys } from '#store/moves/move-register.ts'
import { holdMoves } from '#store/moves/readiness.ts'
import { listMovedTables } from '#store/moves/tables.ts'
import { SealError } from '#vault/aead.ts'
import { createVault } from '#vault/index.ts'
import type { Vault } from '#vault/vault.ts'
import { Failure, type Input } from '../command.ts'
import { settingOf } from '../with-database.ts'
import { checkProxies, isReady, routeRequests } from './route-requests.ts'
import { MOVE_SETTINGS } from './settings.ts'

/** Seconds for which a token that was issued before the switch is valid. */
const TOKEN_SECONDS = 300
/** One for a SQL transaction that stays open, and two beside it. */
const CONNECTIONS = 3

const STEPS: Readonly<Record<string, (moving: Moving) => Promise<object>>> = {
  plan: planMove,
  start: async (moving) => {
    await startMove(moving)
    return showMove(moving)
  },
  status: showMove,
  switch: async (moving) => {
    const { refusedMs } = await untilDone(() => switchMove(moving))
    const lines = (await listRoutedIds(moving.to.sql, moving.merchantId)).map((id) => `${id} ${moving.to.group}`)
    return { refused_ms: refusedMs, homes_map: lines.join('\n') }
  },
  finish: async (moving) => {
    await finishMoving(moving)
    return showMove(moving)
  },
  cancel: async (moving) => {
    await cancelMove(moving)
    return showMove(moving)
  },
}

/** Does a step of a move (docs/operate/merchant-groups.md#move-a-merchant). @throws Failure that says what to do */
export async function moveMerchant({ step, merchant_id: id, to: url }: Input): Promise<object> {
  const act = STEPS[String(step)]
  if (!act) throw new Failure(`Use one of these steps: ${Object.keys(STEPS).join(', ')}.`)
  const config = readConfig(process.env)
  const databases: Database[] = []
  const open = (address: string, connections = CONNECTIONS) => {
    const sql = openDatabase(address, 'merchant move', connections, LONG_STATEMENT_SECONDS, false)
    databases.push(sql)
    return sql
  }
  try {
    const moving = await openMoving(config, open, String(id), String(url).replace(/\/$/, ''))
    await checkSides(moving)
    if (!READS.includes(String(step))) await beAlone(moving, open)
    return await act(moving)
  } catch (error) {
    throw error instanceof MoveError ? new Failure(error.message) : error
  } finally {
    await Promise.all(databases.map((sql) => sql.end({ timeout: 5 })))
  }
}

/** Steps beside which others may run. */
const READS = ['plan', 'status']

/** @throws Failure while another command changes a move of one of the groups */
async function beAlone({ from, to }: Moving, open: (address: string, connections: number) => Database): Promise<void> {
  for (const { group, databaseUrl } of [from, to])
    if (!(await holdMoves(open(databaseUrl, 1))))
      throw new Failure(`Another "merchant move" is running in ${group}; wait for it.`)
}

async function openMoving(
  config: Config,
  open: (address: string) => Database,
  merchantId: string,
  otherUrl: string,
): Promise<Moving> {
  const { databaseUrl: own, masterKey, realm, baseUrl } = config
  const [other, otherKey] = [settingOf(MOVE_SETTINGS.databaseUrl), settingOf(MOVE_SETTINGS.masterKey)]
  if (!own || !masterKey || !other || !otherKey || !process.env.BASE_URL)
    throw new Failure('Set BASE_URL, DATABASE_URL, MASTER_KEY, MOVE_TO_DATABASE_URL and MOVE_TO_MASTER_KEY.')
  if (otherUrl === baseUrl) throw new Failure('--to is BASE_URL; give the URL of the group to move to.')
  const from = await openSide(open(own), realm, [masterKey, config.previousMasterKey], baseUrl, {
    ...{ name: 'DATABASE_URL', keyName: 'MASTER_KEY', databaseUrl: own },
    replicationUrl: settingOf(MOVE_SETTINGS.replicationUrl) ?? own,
  })
  const to = await openSide(open(other), realm, [otherKey, masterKey], otherUrl, {
    ...{ name: 'MOVE_TO_DATABASE_URL', keyName: 'MOVE_TO_MASTER_KEY', databaseUrl: other },
    replicationUrl: settingOf(MOVE_SETTINGS.replicationUrlBack) ?? other,
  })
  const [sockets, map] = [settingOf(MOVE_SETTINGS.proxies) ?? [], settingOf(MOVE_SETTINGS.map)!]
  return {
    ...{ merchantId, from, to, tables: await listMovedTables(from.sql) },
    needsTls: realm === 'production',
    tokens: await tokensOf(config, from, realm),
    async checkProxies() {
      if (!(await isReady(otherUrl))) sayAside(`${otherUrl} does not answer as a gateway that is ready; check --to.`)
      if (sockets.length === 0)
        sayAside('PROXY_SOCKETS is not set: after the switch, lead requests to the new group yourself.')
      await checkProxies(sockets, map)
    },
    route: (ids, group) => routeRequests(sockets, map, ids, group),
    say: sayAside,
  }
}

type Keys = readonly [current: Secret<Buffer>, previous: Secret<Buffer> | undefined]

/** Names of the settings with the database and its key, and addresses. */
type Given = Pick<Side, 'databaseUrl' | 'replicationUrl'> & { readonly name: string; readonly keyName: string }

async function openSide(
  sql: Database,
  realm: Config['realm'],
  keys: Keys,
  baseUrl: string,
  { name, keyName, ...urls }: Given,
): Promise<Side> {
  const found = checkRealm(sql, realm).then(() => findGroup(sql))
  const group = await found.catch((cause: Error) => {
    throw new Failure(`${name}: ${cause.message}`, { cause })
  })
  if (group === undefined)
    throw new Failure(`${name}: This database has no group; start its gateways with MERCHANT_GROUP first.`)
  const log = createLog('warn', 'merchant move')
  return { ...urls, sql, group, baseUrl, log, vault: await openVaultOf(sql, keys, { group, keyName }) }
}

async function openVaultOf(
  sql: Database,
  [masterKey, previousMasterKey]: Keys,
  { group, keyName }: { readonly group: string; readonly keyName: string },
): Promise<Vault> {
  const sealed = await findVaultKeys(sql)
  if (!sealed) throw new Failure(`${group}: No gateway has started with this database yet.`)
  try {
    const vault = createVault({ masterKey, previousMasterKey }, sealed)
    // Of merchants that came from another group.
    vault.holdHashKeys(await listHashKeys(sql, [vault.masterKeyId]))
    return vault
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause
    throw new Failure(`${keyName} is not the master key of ${group}.`, { cause })
  }
}

/** Public keys of the built-in issuer; undefined with an identity provider for both groups. */
async function tokensOf({ isBuiltInSignIn, authUrl }: Config, { sql, vault, baseUrl }: Side, realm: string) {
  if (!isBuiltInSignIn) return undefined
  const { publicJwk } = await loadSigningKey(sql, vault)
  const { issuer, audience } = realmAt(authUrl, realm, baseUrl)
  return { issuer, audience, keys: [publicJwk], seconds: TOKEN_SECONDS }
}

/** A switch takes seconds, and half of one would refuse calls until it is repeated. */
async function untilDone<T>(act: () => Promise<T>): Promise<T> {
  const refuse = () => sayAside('The switch takes a few seconds; wait until it is done.')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, refuse)
  try {
    return await act()
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, refuse)
  }
}
