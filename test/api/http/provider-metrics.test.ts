import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkProviderAccount } from '#flows/admin/check-provider-account.ts'
import type { Gateway } from '#flows/gateway.ts'
import { inquire, latestAttemptOf } from '#flows/payment/inquiry/inquire.ts'
import { type Provider, UnknownOutcome } from '#providers/port/provider.ts'
import { requestReversal } from '#store/transactions/attempts.ts'
import { eventually } from '#test/eventually.ts'
import { DECLINES, newRoutedMerchant } from '#test/routed-merchant.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { authorized, done } from '../manage/follow-ups.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const metrics = async () => (await fetch(`${app.baseUrl}/metrics`)).text()

/** The calls of an account, by operation and outcome. */
async function callsOf(account: string | undefined): Promise<Record<string, number>> {
  const series = new RegExp(`^tollgate_provider_calls_total\\{provider_account_id="${account}",(.*)\\} (\\d+)$`, 'gm')
  const counted = (await metrics()).matchAll(series)
  return Object.fromEntries([...counted].map(([, labels, count]) => [labels, Number(count)]))
}

/** How many durations of an account's calls were noted. */
async function timed(account: string | undefined, operation: string): Promise<number> {
  const labels = `provider_account_id="${account}",operation="${operation}"`
  const [, count] = (await metrics()).split(`tollgate_provider_call_duration_seconds_count{${labels}} `)
  return Number.parseInt(count ?? '0', 10)
}

function probing(probe: Provider['probe']): Gateway {
  const simulator = app.gateway.providers.get('card-simulator')!
  const provider = Object.assign(Object.create(simulator), { probe })
  return { ...app.gateway, providers: new Map([['card-simulator', provider]]) }
}

it('figures count the calls of an account by operation and outcome, and how long they took', async () => {
  const { merchant, accounts } = await newRoutedMerchant(app, {})
  const original = await authorized(merchant)
  await done(merchant, original, 'CAPTURE')
  const unwanted = await latestAttemptOf(app.gateway, {
    merchantId: merchant.merchantId,
    id: (await authorized(merchant)).id,
  })
  await inquire(app.gateway, unwanted)
  await requestReversal(app.gateway.sql, unwanted.merchantId, unwanted.attemptId)
  await eventually('the worker takes the charge back', 30, async () => (await timed(accounts[0], 'reversal')) > 0)
  expect(await callsOf(accounts[0])).toEqual({
    'operation="charge",outcome="answered"': 2,
    'operation="follow_up",outcome="answered"': 1,
    'operation="inquiry",outcome="answered"': 1,
    'operation="reversal",outcome="answered"': 1,
  })
  const times = ['charge', 'follow_up', 'inquiry', 'reversal'].map((operation) => timed(accounts[0], operation))
  expect(await Promise.all(times)).toEqual([2, 1, 1, 1])
})

it.each([
  ['a decline is refused', DECLINES, 'refused'],
  ['no usable answer is unknown', { fault: 'garbage_answer' }, 'unknown'],
])('%s', async (_what, settings, outcome) => {
  const { merchant, accounts } = await newRoutedMerchant(app, settings)
  await merchant.authorize()
  expect(await callsOf(accounts[0])).toMatchObject({ [`operation="charge",outcome="${outcome}"`]: 1 })
})

it('checks of an account count as probes, answered, refused, unknown or failed', async () => {
  const { accounts } = await newRoutedMerchant(app, {})
  await checkProviderAccount(app.gateway, accounts[0]!)
  await checkProviderAccount(
    probing(async () => ['The key is wrong.']),
    accounts[0]!,
  )
  await checkProviderAccount(
    probing(async () => Promise.reject(new UnknownOutcome('No answer.'))),
    accounts[0]!,
  )
  const broken = checkProviderAccount(
    probing(async () => Promise.reject(new Error('broken'))),
    accounts[0]!,
  )
  await expect(broken).rejects.toThrow('broken')
  const outcomes = ['answered', 'refused', 'unknown', 'failed']
  const expected = outcomes.map((outcome) => [`operation="probe",outcome="${outcome}"`, 1])
  expect(await callsOf(accounts[0])).toEqual(Object.fromEntries(expected))
})

it('no figure of a call names the merchant or the payment', async () => {
  const { merchant } = await newRoutedMerchant(app, {})
  const { reference, id } = (await merchant.authorize()).body.result
  const figures = await metrics()
  for (const name of [merchant.merchantId, `"${reference}"`, id]) expect(figures).not.toContain(name)
})
