import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'

const WORKING_MS = 2400
/** How long an idle connection is kept. */
const IDLE_MS = 65_000

/** Waits until a payment is in progress. */
const paymentOf = ({ database }: RunningGateway) =>
  eventually('a payment', 30, async () => (await database.sql`select from transactions`).length > 0)

it('a gateway that stops answers what is in progress, and then waits for no idle connection', async () => {
  const running = await startOwnGateway()
  const answer = running.merchant.authorize({ metadata: { ...NOT_ENROLLED, simulate_delay_ms: WORKING_MS } })
  await paymentOf(running)
  const began = Date.now()
  await running.close()
  expect(Date.now() - began).toBeLessThan(IDLE_MS)
  expect((await answer).body.result.status).toBe('APPROVED')
})

it('a gateway that stops waits for no connection on which nothing was ever asked', async () => {
  const running = await startOwnGateway()
  const { hostname, port } = new URL(running.baseUrl)
  const silent = connect(Number(port), hostname)
  await once(silent, 'connect')
  const ended = once(silent, 'close')
  await running.close()
  await ended
})

describe('a gateway that drains', { tags: ['full'], timeout: 60_000 }, () => {
  const DRAIN_SECONDS = 20
  let running: RunningGateway
  let closed: Promise<void>
  let underWay: ReturnType<TestMerchant['authorize']>
  beforeAll(async () => {
    running = await startOwnGateway({ DRAIN_SECONDS: String(DRAIN_SECONDS) })
    underWay = running.merchant.authorize({ metadata: { ...NOT_ENROLLED, simulate_delay_ms: 1000 } })
    await paymentOf(running)
    expect((await fetch(`${running.baseUrl}/health/ready`)).headers.get('connection')).toBe('keep-alive')
    closed = running.close()
  }, 60_000)
  afterAll(() => closed, 60_000)

  it('is not ready', async () => {
    const { status, headers } = await fetch(`${running.baseUrl}/health/ready`)
    expect([status, headers.get('connection')]).toEqual([503, 'close'])
  })

  it('still takes requests, and ends the connection with each answer', async () => {
    const { status, headers } = await fetch(`${running.baseUrl}/health/live`)
    expect([status, headers.get('connection')]).toEqual([200, 'close'])
    const wrong = await fetch(`${running.baseUrl}/realms/uat/protocol/openid-connect/token`, { method: 'POST' })
    expect([wrong.status, wrong.headers.get('connection')]).toEqual([401, 'close'])
  })

  it('ends the connection with the answer to an earlier request', async () => {
    const { headers, body } = await underWay
    expect([body.result.status, headers.get('connection')]).toEqual(['APPROVED', 'close'])
  })

  it('no longer listens afterwards', async () => {
    await closed
    await expect(fetch(`${running.baseUrl}/health/live`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  })
})
