import { readFile } from 'node:fs/promises'
import { register } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { DECLINES, newRoutedMerchant } from '#test/routed-merchant.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'
import { openWebhookReceiver } from '#test/webhook-receiver.ts'
import { begin, requestAuthentication } from '../three-ds/shopper.ts'
import '#http/monitoring/worker-metrics.ts'

let app: RunningGateway
beforeAll(async () => {
  // Its gauges are those of the gateway that was opened last.
  app = await startOwnGateway()
})
afterAll(() => app.close())

const metrics = async () => (await fetch(`${app.baseUrl}/metrics`)).text()

/** Each figure of a name whose labels contain a text, by its labels. */
async function figures(name: string, text = ''): Promise<readonly { labels: string; value: number }[]> {
  const found = (await metrics()).matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))
  return [...found]
    .map(([, labels = '', value]) => ({ labels, value: Number(value) }))
    .filter(({ labels }) => labels.includes(text))
}

describe('transactions that reached their final status are counted', () => {
  it('by type, method, status, code and the account that decided', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, {})
    await merchant.authorize({ metadata: NOT_ENROLLED })
    await merchant.authorize({ metadata: NOT_ENROLLED })
    expect(await figures('tollgate_transactions_total', accounts[0])).toEqual([
      {
        labels:
          'transaction_type="PURCHASE",payment_method="card",status="APPROVED",processing_code="0000",' +
          `provider_account_id="${accounts[0]}"`,
        value: 2,
      },
    ])
  })

  it('a decline with the account that declined', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, DECLINES)
    await merchant.authorize({ metadata: NOT_ENROLLED })
    const [declined] = await figures('tollgate_transactions_total', accounts[0])
    expect(declined).toMatchObject({ value: 1, labels: expect.stringContaining('status="DECLINED"') })
  })

  it('what no provider was asked for names none', async () => {
    const merchant = await app.newMerchant()
    const refused = async () => {
      const found = await figures('tollgate_transactions_total', 'processing_code="2013",provider_account_id=""')
      return found.reduce((sum, { value }) => sum + value, 0)
    }
    const before = await refused()
    await merchant.authorize({ terminal_id: 'ter_unknown' })
    expect(await refused()).toBe(before + 1)
  })
})

it('authentications that are over are counted by transStatus and flow', async () => {
  const merchant = await app.newMerchant()
  const action = await begin(merchant, {
    simulated_flow: 'VERSIONING_FINGERPRINT_N_FRICTIONLESS',
    authentication_simulator: { transStatus: 'R' },
  })
  await requestAuthentication(merchant, action)
  const [refused] = await figures('tollgate_authentications_total', 'status="R",flow="frictionless"')
  expect(refused!.value).toBeGreaterThan(0)
})

it('what waits in the database is shown, and that it answers', async () => {
  const merchant = await app.newMerchant()
  const receiver = await openWebhookReceiver(() => ({ status: 500 }))
  await merchant.call('POST', '/api/webhook-endpoints', { body: { url: receiver.url } })
  await merchant.authorize({ metadata: NOT_ENROLLED })
  await eventually('a delivery is pending', 30, async () => {
    const [pending] = await figures('tollgate_webhook_deliveries_pending')
    return pending!.value > 0
  })
  for (const name of [
    'tollgate_unknown_outcomes',
    'tollgate_pending_overdue_seconds',
    'tollgate_webhook_overdue_seconds',
    'tollgate_search_lag_seconds',
    'tollgate_ledger_proof_age_seconds',
    'tollgate_ledger_discrepancies',
    'tollgate_database_connections',
    'tollgate_database_connections_active',
    'tollgate_database_connections_free',
    'tollgate_backup_age_seconds',
    'tollgate_page_changed',
    'tollgate_page_check_age_seconds',
    'tollgate_security_codes_overdue_seconds',
    'tollgate_clock_skew_seconds',
    'tollgate_database_statements_under_way',
  ]) {
    expect(await figures(name)).toEqual([{ labels: '', value: expect.any(Number) }])
  }
  expect(await figures('tollgate_database_up')).toEqual([{ labels: '', value: 1 }])
  await receiver.close()
})

it('every figure of the gateway is explained in docs/operate/monitoring.md', async () => {
  const text = await readFile(new URL('../../../docs/operate/monitoring.md', import.meta.url), 'utf8')
  const names = register.getMetricsAsArray().map(({ name }) => name)
  expect(names.filter((name) => name.startsWith('tollgate_') && !text.includes(`\`${name}\``))).toEqual([])
})
