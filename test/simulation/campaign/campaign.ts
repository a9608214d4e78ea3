import type { Database, Sql } from '#store/connection/database.ts'
import { openRestartableGateway } from '../../support/restartable-gateway.ts'
import { adminOf } from './admin.ts'
import { CATCH_UP_SECONDS, catchUp } from './catch-up.ts'
import { chanceOf } from './chance.ts'
import { openSandboxes } from './connectors/sandboxes.ts'
import { openAuditorDatabase } from './database.ts'
import type { Evidence } from './evidence.ts'
import { layTraps } from './failpoints/traps.ts'
import { carryOut, planFaults } from './faults.ts'
import { readEverything } from './final-reads.ts'
import { gather } from './gather.ts'
import { drawMasterKeys } from './keys.ts'
import { openMerchants } from './merchants.ts'
import { openReceiver } from './receiver.ts'
import { patiently } from './retry.ts'
import { serve } from './serve.ts'
import { SHORT_LIVES } from './short-timeouts.ts'

/** How a campaign is to be run. */
export interface Wanted {
  /** Decides about orders, faults and the receiver's moods. */
  readonly seed: string
  /** How long there are new orders and faults, at least. */
  readonly seconds: number
  /** Orders in progress at a time. */
  readonly lanes: number
  /** A bug from `mutants.ts` that the gateway gets, if any. */
  readonly mutant?: string | undefined
  /** Takes a line at a time as things happen. */
  readonly tell: (line: string) => void
}

/** Results of a campaign. */
export interface Finished {
  readonly evidence: Evidence
  /** Processes that died at each named point. */
  readonly sprung: ReadonlyMap<string, number>
  readonly faultLog: readonly string[]
  /** The merchant whose payments go to the simulators. */
  readonly merchantId: string
  /** The database it all happened in, until `close`. */
  readonly sql: Database
  /** Reads everything again, as it stands in the database now. */
  reread(sql: Sql): Promise<Evidence>
  close(): Promise<void>
}

/** Runs orders and faults against a gateway in processes of its own, lets it recover, and gathers the evidence. */
export async function runCampaign(wanted: Wanted): Promise<Finished> {
  const chance = chanceOf(wanted.seed)
  const [receiver, traps, sandboxes] = await Promise.all([
    openReceiver(wanted.seed),
    layTraps(),
    openSandboxes(wanted.seed),
  ])
  const mutant: Record<string, string> = wanted.mutant === undefined ? {} : { MUTANT: wanted.mutant }
  const keys = drawMasterKeys()
  const own = { ...keys.env(), ...traps.env, ...sandboxes.env, ...mutant }
  const gateway = await openRestartableGateway({ ...SHORT_LIVES, WORKERS: '2', ...own }, traps.nodeArgs)
  const sql = await openAuditorDatabase(gateway)
  const close = async () => {
    await gateway.stop()
    await sql.end()
    await gateway.close()
    await Promise.all([receiver.close(), traps.close(), sandboxes.close()])
  }
  try {
    const demo = await gateway.demo()
    const admin = adminOf(demo)
    const merchants = await openMerchants(demo, admin, { receiver, sandboxes, chance })
    const both = [merchants.simulated, merchants.connected]
    const faultLog: string[] = []
    const faults = planFaults(chance.branch('faults'))
    const misfortune = carryOut(faults, wanted.seconds, { gateway, traps, sql, admin, keys }, (at, what) => {
      faultLog.push(`${(at / 1000).toFixed(1)} s: ${what}`)
      wanted.tell(faultLog.at(-1)!)
    })
    const closing = new AbortController()
    const orders = serve(wanted.lanes, merchants, chance.branch('orders'), closing.signal)
    await misfortune
    closing.abort()
    await traps.disarm()
    receiver.recover()
    sandboxes.post.hurry()
    await patiently(() => keys.rotate(admin))
    for (const { client } of both) client.giveUpAt(Date.now() + CATCH_UP_SECONDS * 1000)
    await orders
    wanted.tell(`caught up in ${await catchUp([sql], both, sandboxes)} s`)
    await Promise.all(both.map(({ client }) => readEverything(client)))
    const reread = (from: Sql) => gather([{ sql: from, admin }], both, { sandboxes, receiver })
    const [evidence, sprung] = await Promise.all([reread(sql), traps.sprung()])
    return { evidence, sprung, faultLog, merchantId: merchants.simulated.shop.merchantId, sql, reread, close }
  } catch (error) {
    await close()
    throw error
  }
}
