import { setInterval } from 'node:timers/promises'
import { type Database, openDatabase, type Sql } from '#store/connection/database.ts'
import type { Group } from '../../full/groups/groups.ts'
import { CATCH_UP_SECONDS, catchUp } from '../campaign/catch-up.ts'
import { type Chance, chanceOf } from '../campaign/chance.ts'
import type { Evidence } from '../campaign/evidence.ts'
import { readEverything } from '../campaign/final-reads.ts'
import { gather } from '../campaign/gather.ts'
import { type Merchants, openMerchants } from '../campaign/merchants.ts'
import { serveOrder } from '../campaign/serve.ts'
import { openWitnesses } from '../failover/under-load.ts'
import { openGroups } from './groups.ts'
import { answersFrom, collectKeepsakes } from './keepsakes.ts'
import { openRounds, type Rounds } from './rounds.ts'
import { countRowsLeft } from './rows-left.ts'

/** How a campaign is to be run. */
export interface Wanted {
  /** Decides about orders, faults and the receiver's moods. */
  readonly seed: string
  /** New orders in a second. */
  readonly rate: number
  /** Moves merchants while orders come. */
  readonly act: (rounds: Rounds) => Promise<void>
  /** Takes a line at a time as things happen. */
  readonly tell: (line: string) => void
}

/** Results of a campaign. */
export interface Finished {
  readonly evidence: Evidence
  readonly rounds: Rounds
  /** Answers to identifiers from before any move, and what they should be. */
  readonly keepsakes: { readonly answers: object; readonly expected: object }
  /** Rows by table that merchants have in the group in which they are not. */
  readonly rowsLeft: object
  /** The merchant whose payments go to the simulators, and the database that has its records. */
  readonly merchantId: string
  readonly sql: Database
  /** Reads everything again. @param sql instead of that database */
  reread(sql: Sql): Promise<Evidence>
  close(): Promise<void>
}

/** Statuses of a merchant that moves or has moved, and of one whose token is not accepted. */
const RETRIED = new Set([401, 421, 503])
const NAMES = ['eu1', 'us1'] as const
const CONNECTIONS = 3

/** Takes orders by one address at a steady rate while merchants move, lets everything end and gathers the evidence. */
export async function runMoves({ seed, rate, act, tell }: Wanted): Promise<Finished> {
  const witnesses = await openWitnesses(seed)
  const groups = await openGroups({ ...witnesses.env, WORKERS: '2' }).catch(async (error) => {
    await witnesses.close()
    throw error
  })
  const databases: Partial<Record<Group, Database>> = {}
  const close = async () => {
    await Promise.all(Object.values(databases).map((sql) => sql.end({ timeout: 1 })))
    await Promise.all([groups.close(), witnesses.close()])
  }
  const { receiver, sandboxes } = witnesses
  const chance = chanceOf(seed)
  try {
    const demo = { ...(await groups.eu1.gateway.demo()), base_url: groups.proxy.address }
    const surroundings = { receiver, sandboxes, chance, retried: RETRIED }
    const merchants = await openMerchants(demo, groups.eu1.admin, surroundings)
    const keepsakes = await collectKeepsakes(groups.proxy.address, demo)
    const rounds = openRounds({ groups, merchants, chance: chance.branch('rounds'), tell })
    const closing = new AbortController()
    const orders = serveSteadily(rate, merchants, chance.branch('orders'), closing.signal)
    await act(rounds).finally(() => closing.abort())
    receiver.recover()
    sandboxes.post.hurry()
    const both = [merchants.simulated, merchants.connected]
    for (const { client } of both) client.giveUpAt(Date.now() + CATCH_UP_SECONDS * 1000)
    tell(`${await orders} orders`)
    const { merchantId } = merchants.simulated.shop
    const home = rounds.homeOf(merchantId)
    const checked = { answers: await keepsakes.use(), expected: answersFrom(groups[home].gateway.baseUrl) }
    // A move refuses to begin beside a session that sees every row.
    const open = (name: Group) => (databases[name] = openDatabase(groups[name].superuserUrl, 'auditor', CONNECTIONS))
    const places = NAMES.map((name) => ({ name, sql: open(name), admin: groups[name].admin }))
    const all = places.map(({ sql }) => sql)
    tell(`caught up in ${await catchUp(all, both, sandboxes)} s`)
    await Promise.all(both.map(({ client }) => readEverything(client)))
    const reread = (own: Sql) =>
      gather(
        places.map(({ name, sql, admin }) => ({ sql: name === home ? own : sql, admin })),
        both,
        { sandboxes, receiver },
      )
    const sql = databases[home]!
    const ids = both.map(({ shop }) => shop.merchantId)
    const isElsewhere = (name: Group) => ids.filter((id) => rounds.homeOf(id) !== name)
    const left = await Promise.all(places.map((place) => countRowsLeft(place.sql, isElsewhere(place.name))))
    const rowsLeft = Object.assign({}, ...left)
    return { evidence: await reread(sql), rounds, keepsakes: checked, rowsLeft, merchantId, sql, reread, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** @returns the number of orders */
async function serveSteadily(
  rate: number,
  merchants: Merchants,
  chance: Chance,
  closing: AbortSignal,
): Promise<number> {
  const orders: Promise<void>[] = []
  for await (const _ of setInterval(1000 / rate)) {
    if (closing.aborted) break
    orders.push(serveOrder(merchants, chance, orders.length + 1))
  }
  await Promise.all(orders)
  return orders.length
}
