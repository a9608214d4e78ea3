import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, withConnection } from '#store/connection/database.ts'
import { challengeFlow } from '../challenge-flow.ts'
import { closedLoop, type Load } from '../closed-loop.ts'
import type { Demo } from '../gateway-process.ts'
import { encryptCards, inTurn, type Merchant, openMerchant } from '../merchant.ts'
import { pay, saveCard } from '../payments.ts'
import type { PreparedGateway } from '../prepared-gateway.ts'
import { processesOf } from '../processes.ts'
import type { WebhookReceiver } from '../webhook-receiver.ts'
import { countStatements, type DatabaseWork, REPORTED_AFTER_MS, readDatabaseWork } from './database-work.ts'
import { decryptionsOfACard } from './yardstick.ts'

const CARDS = 256
const SAVED_CARDS = 32
const WEBHOOK_PATIENCE_SECONDS = 60

/** CPU milliseconds of one payment in one round, its webhook included. */
interface CpuTime {
  readonly gateway: number
  readonly postgres: number
  /** Of both, divided by what the four decryptions of a card took right before. */
  readonly ratio: number
}

/** What one payment of a kind costs. */
export interface Cost {
  readonly kind: string
  /** By round. */
  readonly cpu: readonly CpuTime[]
  readonly work: DatabaseWork
}

interface Stage {
  readonly prepared: PreparedGateway
  readonly receiver: WebhookReceiver
  readonly load: Load
  readonly rounds: number
}

/** Costs of a card, a saved card and a whole challenge flow. @throws where a payment is not approved */
export async function measureCosts(stage: Stage): Promise<Cost[]> {
  const { prepared, receiver, load, rounds } = stage
  const { gateway, server } = prepared
  const merchant = openMerchant(gateway.demo, load.connections)
  try {
    await merchant.post('/api/webhook-endpoints', JSON.stringify({ url: receiver.url }))
    const kinds = await kindsOf(gateway.demo, merchant)
    return await withConnection(server.superuserUrl, 'bench', async (sql) => {
      await countStatements(sql, false)
      const cpu = kinds.map((): CpuTime[] => [])
      // The first round warms up.
      for (let round = 0; round <= rounds; round += 1)
        for (const [index, { act }] of kinds.entries()) {
          const time = await cpuTimeOf(stage, act)
          if (round > 0) cpu[index]!.push(time)
        }
      await countStatements(sql, true)
      const costs: Cost[] = []
      for (const [index, { kind, act }] of kinds.entries())
        costs.push({ kind, cpu: cpu[index]!, work: await workOf(sql, stage, act) })
      return costs
    })
  } finally {
    await merchant.close()
  }
}

async function kindsOf(demo: Demo, merchant: Merchant) {
  const nextCard = encryptCards(demo, CARDS)
  const nextSaved = inTurn(await Promise.all(Array.from({ length: SAVED_CARDS }, () => saveCard(merchant, nextCard()))))
  return [
    { kind: 'Card', act: () => pay(merchant, { type: 'card', data: nextCard() }) },
    { kind: 'Saved card', act: () => pay(merchant, nextSaved()) },
    { kind: 'Whole challenge flow', act: () => challengeFlow(merchant, nextCard()) },
  ]
}

async function cpuTimeOf(stage: Stage, act: () => Promise<unknown>): Promise<CpuTime> {
  const yardstick = decryptionsOfACard()
  const before = cpuSecondsOf(stage.prepared)
  const payments = await payFor(stage, act)
  const after = cpuSecondsOf(stage.prepared)
  const gateway = ((after.gateway - before.gateway) * 1000) / payments
  const postgres = ((after.postgres - before.postgres) * 1000) / payments
  return { gateway, postgres, ratio: (gateway + postgres) / yardstick }
}

async function workOf(sql: Database, stage: Stage, act: () => Promise<unknown>): Promise<DatabaseWork> {
  await sleep(REPORTED_AFTER_MS)
  const before = await readDatabaseWork(sql)
  const payments = await payFor(stage, act)
  await sleep(REPORTED_AFTER_MS)
  const after = await readDatabaseWork(sql)
  const each = (name: keyof DatabaseWork) => (after[name] - before[name]) / payments
  return {
    statements: each('statements'),
    writes: each('writes'),
    walBytes: each('walBytes'),
    updates: each('updates'),
    hotUpdates: each('hotUpdates'),
  }
}

/** Pays for a while and until every webhook has arrived. @returns how many payments there were */
async function payFor({ load, receiver }: Stage, act: () => Promise<unknown>): Promise<number> {
  const before = receiver.received()
  let payments = 0
  const { firstError } = await closedLoop(load, async () => {
    await act()
    payments += 1
  })
  if (firstError !== null) throw new Error(`A payment went wrong, so that nothing is measured: ${firstError}`)
  const deadline = performance.now() + WEBHOOK_PATIENCE_SECONDS * 1000
  while (receiver.received() - before < payments && performance.now() < deadline) await sleep(100)
  return payments
}

/** CPU seconds so far, of the gateway's processes and of its database server's. */
function cpuSecondsOf({ gateway, dataDir }: PreparedGateway): { readonly gateway: number; readonly postgres: number } {
  const all = processesOf(gateway.pid, dataDir)
  const sumOf = (isPostgres: boolean) =>
    all
      .filter(({ command }) => /postgres/.test(command) === isPostgres)
      .reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
  return { gateway: sumOf(false), postgres: sumOf(true) }
}
