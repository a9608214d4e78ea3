import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeProviderAccount } from '#flows/admin/provider-accounts.ts'
import { issueClient } from '#identity/issue-client.ts'
import { eventually } from '#test/eventually.ts'
import { APPROVES, DECLINES, newRoutedMerchant } from '#test/routed-merchant.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { fetchToken, type TestMerchant } from '#test/test-merchant.ts'
import { chargesOf } from '../retries/simulated-charges.ts'
import { eventsOf } from '../three-ds/shopper.ts'

/** Failures in a row that open a circuit, and how long it then stays so. */
const THRESHOLD = 5
const PAUSE_MS = 10_000

const AUTHORIZE = '/api/transactions/authorize'
const RESETS = { fault: 'connection_reset' }

let app: RunningGateway
let addresses: string[]
let operatorToken: string
beforeAll(async () => {
  app = await startOwnGateway({ PROVIDER_TIMEOUT_SECONDS: '3' })
  addresses = [app.baseUrl, await app.secondApi()]
  const { clientId, clientSecret } = await issueClient(app.gateway.sql, { merchantId: null, scopes: ['operator'] })
  operatorToken = await fetchToken(app.baseUrl, clientId, clientSecret.reveal())
})
afterAll(() => app.close())

/** @param at which of the two API processes */
async function pay(merchant: TestMerchant, at = 0, changes = {}) {
  const options = { body: merchant.order(changes), at: addresses[at % addresses.length]! }
  const { status, body } = await merchant.call('POST', AUTHORIZE, options)
  expect(status).toBe(200)
  return body.result
}

/** Fails this often, by turns over both processes. */
async function fail(merchant: TestMerchant, times: number): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) expect((await pay(merchant, turn)).status).toBe('PENDING')
}

/** As an operator sees it. */
async function circuitOf(account: string | undefined, at = 0) {
  const headers = { authorization: `Bearer ${operatorToken}` }
  const answer = await fetch(`${addresses[at]}/admin/provider-accounts/${account}`, { headers })
  return ((await answer.json()) as { circuit: Record<string, unknown> }).circuit
}

const metrics = async () => (await fetch(`${app.baseUrl}/metrics`)).text()

const circuitOpen = (account: string | undefined) => `tollgate_provider_circuit_open{provider_account_id="${account}"}`

const repair = (account: string | undefined, settings: Record<string, unknown> = APPROVES) =>
  changeProviderAccount(app.gateway, 'test', account!, { settings })

const CLOSED = { state: 'CLOSED', consecutive_failures: 0, opened_at: null, next_probe_at: null }
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

describe.concurrent('a provider account that does not answer', () => {
  const skipped = '%s: after 5 in a row, over two processes, payments skip it'
  it.each(['connection_reset', 'timeout_after_charge'])(skipped, isSkipped)
  it.each(['garbage_answer'])(skipped, { tags: ['full'] }, isSkipped)

  async function isSkipped(fault: string): Promise<void> {
    const { merchant, accounts } = await newRoutedMerchant(app, { fault }, APPROVES)
    expect(await circuitOf(accounts[0])).toEqual(CLOSED)
    await fail(merchant, THRESHOLD)
    for (const at of [0, 1]) {
      const result = await pay(merchant, at)
      expect(result).toMatchObject({
        status: 'APPROVED',
        processing_result: { payment_provider_account_id: accounts[1] },
      })
      // Skipped, not retried.
      expect(result.data).not.toHaveProperty('retry_options')
      expect(await chargesOf(merchant, result.id)).toEqual([[accounts[1], 'CHARGED']])
      expect(await circuitOf(accounts[0], at)).toEqual({
        state: 'OPEN',
        consecutive_failures: THRESHOLD,
        opened_at: TIME,
        next_probe_at: TIME,
      })
    }
    const figures = await eventually('the open circuit in the metrics', 30, async () => {
      const text = await metrics()
      return text.includes(`${circuitOpen(accounts[0])} 1`) && text
    })
    expect(figures).not.toContain(circuitOpen(accounts[1]))
    expect(figures).not.toContain('Larkspur')
    expect(figures).not.toContain(merchant.merchantId)
  }

  it('4 in a row are not enough, and an answer of any process makes them forgotten', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, RESETS)
    await fail(merchant, THRESHOLD - 1)
    expect(await circuitOf(accounts[0])).toMatchObject({ state: 'CLOSED', consecutive_failures: 4 })
    await repair(accounts[0])
    for (const at of [0, 1]) expect((await pay(merchant, at)).status).toBe('APPROVED')
    expect(await circuitOf(accounts[0])).toEqual(CLOSED)
    await repair(accounts[0], { ...RESETS })
    await fail(merchant, THRESHOLD - 1)
    expect(await circuitOf(accounts[0])).toMatchObject({ state: 'CLOSED' })
  })

  const noFailure = 'an answer is no failure, be it %s'
  it.each(['TRX_STATUS_DECLINED'])(noFailure, isNoFailure)
  it.each(['TRX_STATUS_FAILED', 'TRX_STATUS_PENDING'])(noFailure, { tags: ['full'] }, isNoFailure)

  async function isNoFailure(response_code: string): Promise<void> {
    const { merchant, accounts } = await newRoutedMerchant(app, { response_code })
    for (let turn = 0; turn <= THRESHOLD; turn += 1) await pay(merchant, turn)
    expect(await circuitOf(accounts[0])).toEqual(CLOSED)
  }

  it('a retry skips it as well', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, RESETS, DECLINES, APPROVES)
    await fail(merchant, THRESHOLD)
    await repair(accounts[0], DECLINES)
    const result = await pay(merchant)
    expect(result.status).toBe('APPROVED')
    expect((await chargesOf(merchant, result.id)).map(([account]) => account)).toEqual(accounts.slice(1))
  })

  it('another merchant’s account with the same provider is not touched by it', async () => {
    const broken = await newRoutedMerchant(app, RESETS)
    await fail(broken.merchant, THRESHOLD)
    const { merchant } = await newRoutedMerchant(app, {})
    expect((await pay(merchant)).status).toBe('APPROVED')
  })
})

describe.concurrent('all accounts down', () => {
  it('is DECLINED 1001 immediately, with its event; no provider is called', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, { fault: 'timeout_before_charge' })
    await fail(merchant, THRESHOLD)
    // A call to that account would wait, and end as PENDING.
    const result = await pay(merchant, 1)
    expect(result).toMatchObject({ status: 'DECLINED', processing_code: '1001', approved: false, pending: false })
    expect(await chargesOf(merchant, result.id)).toEqual([])
    expect(await eventsOf(merchant, result.id)).toMatchObject([{ status: 'DECLINED', processing_code: '1001' }])
    expect(await circuitOf(accounts[0])).toMatchObject({ state: 'OPEN' })
  })

  it('a terminal with two: the second opens too, then neither is asked', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, RESETS, RESETS)
    await fail(merchant, 2 * THRESHOLD)
    expect(await pay(merchant)).toMatchObject({ status: 'DECLINED', processing_code: '1001' })
    for (const account of accounts) expect(await circuitOf(account)).toMatchObject({ state: 'OPEN' })
  })
})

describe.concurrent('the probe', () => {
  it('after 10 s exactly one payment goes through; its failure waits again, its success closes', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, RESETS)
    const statuses = async () => {
      const results = await Promise.all(Array.from({ length: 8 }, (_, turn) => pay(merchant, turn)))
      return results.map(({ status }) => status).sort()
    }
    await fail(merchant, THRESHOLD)
    expect(await statuses()).toEqual(Array(8).fill('DECLINED'))
    const { opened_at, next_probe_at } = await circuitOf(accounts[0])
    expect(Date.parse(String(next_probe_at)) - Date.parse(String(opened_at))).toBe(PAUSE_MS)
    await sleep(Date.parse(String(next_probe_at)) - Date.now() + 100)
    expect(await circuitOf(accounts[0])).toMatchObject({ state: 'HALF_OPEN' })
    expect(await statuses()).toEqual([...Array(7).fill('DECLINED'), 'PENDING'])
    expect(await circuitOf(accounts[0])).toMatchObject({ state: 'OPEN', consecutive_failures: THRESHOLD + 1 })

    await repair(accounts[0])
    expect((await pay(merchant)).status).toBe('DECLINED')
    await sleep(PAUSE_MS + 100)
    expect((await pay(merchant)).status).toBe('APPROVED')
    for (const at of [0, 1]) expect(await circuitOf(accounts[0], at)).toEqual(CLOSED)
    expect(await metrics()).not.toContain(circuitOpen(accounts[0]))
    expect(await statuses()).toEqual(Array(8).fill('APPROVED'))
  }, 60_000)

  it('an order that is refused uses none up: nothing before the recorded intent consumes anything', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, RESETS)
    await fail(merchant, THRESHOLD)
    const order = merchant.order()
    expect((await merchant.call('POST', AUTHORIZE, { body: order })).body.result.status).toBe('DECLINED')
    await repair(accounts[0])
    await sleep(PAUSE_MS + 100)
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await merchant.call('POST', AUTHORIZE, { body: order })).body.errors).toMatchObject([
        { property: 'reference' },
      ])
    }
    expect((await pay(merchant)).status).toBe('APPROVED')
  })
})
