import { Readable } from 'node:stream'
import { setInterval } from 'node:timers/promises'
import { Pool } from 'undici'
import { AccessToken } from '#client/access-token.ts'
import { closedLoop, type Load } from './closed-loop.ts'
import type { Demo } from './gateway-process.ts'
import type { PreparedGateway } from './prepared-gateway.ts'
import { processesOf } from './processes.ts'

const ROWS = 500_000
const ROWS_AT_ONCE = 1000
const LONGEST_MS = 20 * 60 * 1000
const SAMPLE_MS = 200
const HEADER = 'batch,type,reference,provider_reference,currency,gross,fee,net,settled_at\n'

/** Cost of an import of the largest file, also for payments. */
export interface SettlementCost {
  readonly seconds: number
  /** Resident memory of the largest process of the gateway, before and at its peak. */
  readonly megabytes: { readonly before: number; readonly peak: number }
  /** Payments a second. */
  readonly payments: { readonly before: number; readonly during: number; readonly errors: number }
}

/** Uploads the largest file over HTTP while payments go on, and compares them with payments alone. */
export async function measureSettlement(
  { gateway, dataDir }: PreparedGateway,
  load: Load,
  pay: () => Promise<unknown>,
): Promise<SettlementCost> {
  const largest = () => {
    const own = processesOf(gateway.pid, dataDir).filter(({ command }) => !/postgres/.test(command))
    return Math.max(...own.map(({ megabytes }) => megabytes))
  }
  await closedLoop(load, pay)
  const alone = await closedLoop(load, pay)
  const memory = { before: largest(), peak: 0 }
  const begin = performance.now()
  const importing = { isDone: false, seconds: 0 }
  const done = upload(gateway.demo).finally(() => {
    Object.assign(importing, { isDone: true, seconds: (performance.now() - begin) / 1000 })
  })
  const watching = watch(importing, () => {
    memory.peak = Math.max(memory.peak, largest())
  })
  let [paid, errors, rounds] = [0, 0, 0]
  for (; !importing.isDone; rounds += 1) {
    const beside = await closedLoop({ ...load, warmUpSeconds: 0 }, pay)
    paid += beside.perSecond
    errors += beside.errors
  }
  await Promise.all([done, watching])
  const payments = { before: alone.perSecond, during: paid / rounds, errors: alone.errors + errors }
  return { seconds: importing.seconds, megabytes: memory, payments }
}

async function watch(importing: { readonly isDone: boolean }, look: () => void): Promise<void> {
  for await (const _ of setInterval(SAMPLE_MS)) {
    look()
    if (importing.isDone) return
  }
}

/** @throws Error unless the file is imported */
async function upload({ base_url, auth_url, realm, operator, merchant }: Demo): Promise<void> {
  const pool = new Pool(base_url, { connections: 1, headersTimeout: LONGEST_MS, bodyTimeout: LONGEST_MS })
  const credentials = { authUrl: auth_url, realm, clientId: operator.client_id, clientSecret: operator.client_secret }
  const headers = { authorization: `Bearer ${await new AccessToken(credentials, LONGEST_MS).current()}` }
  const accounts = `/admin/merchants/${merchant.merchant_id}/provider-accounts`
  try {
    const { body } = await pool.request({ method: 'GET', path: accounts, headers })
    const { items } = (await body.json()) as { readonly items: readonly { readonly provider_account_id: string }[] }
    const answer = await pool.request({
      method: 'POST',
      path: `/admin/provider-accounts/${items[0]!.provider_account_id}/settlements?format=generic`,
      headers: { ...headers, 'content-type': 'text/csv' },
      body: Readable.from(file()),
    })
    const text = await answer.body.text()
    if (answer.statusCode !== 202) throw new Error(`The upload answered ${answer.statusCode}: ${text.slice(0, 300)}`)
  } finally {
    await pool.close()
  }
}

function* file(): Generator<string> {
  yield HEADER
  for (let row = 0; row < ROWS; row += ROWS_AT_ONCE) {
    yield Array.from({ length: ROWS_AT_ONCE }, (_, index) => {
      return `b1,PURCHASE,bench-${row + index},,EUR,10.50,0.25,10.25,2026-11-28T10:00:00Z\n`
    }).join('')
  }
}

export function formatSettlement({ seconds, megabytes, payments }: SettlementCost): string {
  const ratio = payments.during / payments.before
  return [
    `Import of ${ROWS} rows  ${seconds.toFixed(1)} s`,
    `Memory, largest process  ${megabytes.before.toFixed(0)} MB before, ${megabytes.peak.toFixed(0)} MB at the peak`,
    `Payments per second      ${payments.before.toFixed(0)} alone, ${payments.during.toFixed(0)} during (${ratio.toFixed(2)}), ${payments.errors} errors`,
  ].join('\n')
}
