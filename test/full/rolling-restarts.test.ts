// @module-tag full
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayProcess, type Home, makeHome, startGateway } from '#test/gateway.ts'
import { freePort } from '#test/ports.ts'
import { hasProxy, openProxy, type ProxyName } from '#test/proxies.ts'
import { connectMerchant, type HttpAnswer, NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'

// Two gateways on one database behind each proxy of deploy/proxies, restarted in turn under load
// (docs/operate/high-availability.md#load-balancer).

const REQUESTS = 2000
const RESTARTS = 3
const AT_ONCE = 8
const PAUSE_MS = 100
const TIMEOUT_MS = 580_000

const PROXIES: readonly ProxyName[] = ['nginx', 'haproxy', 'caddy']

describe.each(PROXIES)('behind %s', (name) => {
  const isThere = hasProxy(name)
  if (!isThere) console.warn(`Skipped: there is no ${name} here; "apt install ${name}" brings one.`)

  let home: Home
  let nodes: Record<string, string>[]
  let gateways: GatewayProcess[]
  let merchant: TestMerchant
  let closeProxy: (() => Promise<void>) | undefined
  beforeAll(async () => {
    if (!isThere) return
    const [port, first, second] = await Promise.all([freePort(), freePort(), freePort()])
    home = await makeHome()
    const common = { BASE_URL: `http://127.0.0.1:${port}`, DRAIN_SECONDS: '8', LOG_LEVEL: 'error' }
    nodes = [first, second].map((own) => ({ ...common, PORT: String(own) }))
    gateways = [await startGateway(home, nodes[0]), await startGateway(home, nodes[1])]
    closeProxy = await openProxy(name, port, [`127.0.0.1:${first}`, `127.0.0.1:${second}`])
    const { merchant: demo } = gateways[0]!.demo
    merchant = await connectMerchant(common.BASE_URL, {
      merchantId: demo.merchant_id,
      terminalId: demo.terminal_id,
      publicKey: demo.public_key,
      clientId: demo.client_id!,
      clientSecret: demo.client_secret!,
    })
  }, 120_000)
  afterAll(async () => {
    await closeProxy?.()
    await Promise.all(gateways?.map((gateway) => gateway.stop()) ?? [])
    await home?.remove()
  }, 120_000)

  it.skipIf(!isThere)('no payment is lost while gateways are restarted', { timeout: TIMEOUT_MS }, async () => {
    let isOver = false
    let sent = 0
    const lost: unknown[] = []
    const pay = async () => {
      while (!isOver || sent < REQUESTS) {
        sent += 1
        const answer = await merchant.authorize({ metadata: NOT_ENROLLED }).catch((error: Error) => error)
        if (!isApproved(answer)) lost.push(answer instanceof Error ? answer.cause : [answer.status, answer.text])
        await sleep(PAUSE_MS)
      }
    }
    const paying = Promise.all(Array.from({ length: AT_ONCE }, pay))
    for (let turn = 0; turn < RESTARTS; turn += 1) {
      const node = turn % nodes.length
      await gateways[node]!.stop('SIGTERM')
      gateways[node] = await startGateway(home, nodes[node])
      await sleep(3000)
    }
    isOver = true
    await paying
    console.log(`${name}: ${lost.length} of ${sent} payments were lost in ${RESTARTS} restarts`)
    expect(lost).toEqual([])
  })
})

function isApproved(answer: HttpAnswer | Error): boolean {
  return !(answer instanceof Error) && answer.status === 200 && answer.body.result.status === 'APPROVED'
}
