import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway({ SESSION_TTL_SECONDS: '2' })
})
afterAll(() => app.close())

const order = (metadata: Record<string, unknown>) =>
  app.merchant.authorize({ metadata: { ...NOT_ENROLLED, ...metadata } })

async function eventOf(id: string) {
  const { items } = (await app.merchant.call('GET', `/api/events?transaction_id=${id}`)).body
  return items.map(({ payload }: { payload: unknown }) => payload)
}

describe('response_code', () => {
  it.each([
    ['TRX_STATUS_APPROVED', 'APPROVED', '0000'],
    ['TRX_STATUS_DECLINED', 'DECLINED', '1000'],
    ['TRX_STATUS_FAILED', 'DECLINED', '1001'],
    ['TRX_STATUS_PENDING', 'PENDING', '1002'],
    ['TRX_STATUS_CANCELED', 'CANCELED', '1003'],
    ['TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS', 'DECLINED', '1004'],
    ['TRX_STATUS_SESSION_EXPIRED', 'SESSION_EXPIRED', '1005'],
    ['AUTHENTICATION_NOT_AUTHENTICATED', 'INVALID', '3000'],
    ['RISK_FAILED_BLACKLISTED', 'DECLINED', '4100'],
    ['RISK_FAILED_FRAUD', 'DECLINED', '4101'],
    ['RISK_FAILED_VELOCITY_CHECK', 'DECLINED', '4200'],
  ])('%s gives status %s and processing code %s', async (response_code, status, code) => {
    const answer = await order({ response_code })
    expect(answer.status).toBe(200)
    const { result } = answer.body
    const approved = status === 'APPROVED'
    expect(result).toMatchObject({
      status,
      processing_code: code,
      approved,
      pending: status === 'PENDING',
      response_message: 'approved',
    })
    const { approval_code, reference_number } = result.processing_result
    expect([approval_code !== null, reference_number !== null]).toEqual([approved, approved])
    const events = await eventOf(result.id)
    if (status === 'PENDING') expect(events).toEqual([])
    else expect(events).toEqual([expect.objectContaining({ status, processing_code: code })])
  })

  it('an INVALID answer stands at the top level too', async () => {
    const { body } = await order({ response_code: 'AUTHENTICATION_NOT_AUTHENTICATED' })
    expect(body).toMatchObject({ status: 'INVALID', transaction_id: body.result.id, errors: body.result.errors })
  })
})

it('every text of the outcome can be set, and shows in the record or in the event', async () => {
  const { result } = (
    await order({
      response_code: 'TRX_STATUS_DECLINED',
      response_message: 'no luck',
      approval_code: 'A-1',
      reference_number: 42,
      payment_provider_status: 'refused',
      payment_provider_response_message: 'Do not honour',
      payment_provider_response_code: '05',
    })
  ).body
  expect(result).toMatchObject({
    status: 'DECLINED',
    response_message: 'no luck',
    processing_result: { approval_code: 'A-1', reference_number: '42' },
  })
  expect(await eventOf(result.id)).toEqual([
    expect.objectContaining({
      response_message: 'no luck',
      approval_code: 'A-1',
      reference_number: '42',
      payment_provider_response_message: 'Do not honour',
      payment_provider_response_code: '05',
    }),
  ])
})

describe('simulated steps', () => {
  it('simulate_redirect answers with redirect, its ids and status PENDING beside it', async () => {
    const { body } = await order({ simulate_redirect: 'https://bank.example/pay?x=1#y' })
    const id = body.transaction_id
    expect(body).toEqual({
      result: null,
      action: null,
      redirect: { transaction_id: id, session_id: expect.stringMatching(/./), url: 'https://bank.example/pay?x=1#y' },
      form_submit: null,
      transaction_id: id,
      status: 'PENDING',
    })
    expect((await app.merchant.status(id)).transaction).toMatchObject({
      status: 'PENDING',
      processing_code: '1002',
      pending: true,
      approved: false,
      redirect_url: 'https://bank.example/pay?x=1#y',
    })
  })

  it('simulate_form_submit answers with form_submit, its data flat', async () => {
    const form = { url: 'https://bank.example/form', data: { PaReq: 'abc', MD: '"<&' } }
    const { body } = await order({ simulate_form_submit: JSON.stringify(form) })
    expect(body).toMatchObject({ result: null, action: null, redirect: null, status: 'PENDING' })
    expect(body.form_submit).toEqual({
      ...form,
      transaction_id: body.transaction_id,
      session_id: expect.stringMatching(/./),
    })
  })

  it('simulate_authentication_required answers with action as given', async () => {
    const action = { payment_data: 'invented', type: 'THREE_DS_2_CHALLENGE', token: btoa('{"any":1}') }
    const { body } = await order({ simulate_authentication_required: JSON.stringify(action) })
    expect(body).toMatchObject({ result: null, redirect: null, form_submit: null, status: 'PENDING' })
    expect(body.action).toEqual({
      ...action,
      transaction_id: body.transaction_id,
      session_id: expect.stringMatching(/./),
    })
  })

  it.each([
    ['TRX_STATUS_APPROVED', 'APPROVED'],
    ['TRX_STATUS_DECLINED', 'DECLINED'],
  ])('simulate_final_response_code %s ends it as %s after simulate_final_after_seconds', async (code, status) => {
    const { body } = await order({
      simulate_redirect: 'https://bank.example/',
      simulate_final_response_code: code,
      simulate_final_after_seconds: '0.2',
    })
    const { transaction } = await eventually(status, 30, async () => {
      const answer = await app.merchant.status(body.transaction_id)
      return answer.transaction.status === 'PENDING' ? undefined : answer
    })
    expect(transaction).toMatchObject({ status, redirect_url: null })
    expect(await eventOf(transaction.id)).toHaveLength(1)
  })

  it('otherwise it expires after SESSION_TTL_SECONDS: SESSION_EXPIRED 1005 with its event, and nothing stays charged', async () => {
    const { body } = await order({ simulate_redirect: 'https://bank.example/' })
    const { transaction } = await eventually('the end', 30, async () => {
      const answer = await app.merchant.status(body.transaction_id)
      return answer.transaction.status === 'PENDING' ? undefined : answer
    })
    expect(transaction).toMatchObject({ status: 'SESSION_EXPIRED', processing_code: '1005' })
    expect(await eventOf(transaction.id)).toHaveLength(1)
    await eventually('the reversal', 30, async () => {
      const { items } = (await app.merchant.call('GET', `/api/simulators/charges?transaction_id=${transaction.id}`))
        .body
      return items.every(({ state }: { state: string }) => state === 'REVERSED' || state === 'BARRED')
    })
  })

  it('once the provider has it as pending it waits for confirmation, no longer for the shopper', async () => {
    const { body } = await order({
      simulate_redirect: 'https://bank.example/',
      simulate_final_response_code: 'TRX_STATUS_PENDING',
      simulate_final_after_seconds: '0.1',
    })
    const present = async () => (await app.merchant.status(body.transaction_id)).transaction
    await eventually('the confirmation', 30, async () => (await present()).redirect_url === null)
    await sleep(2000)
    expect(await present()).toMatchObject({ status: 'PENDING', redirect_url: null })
  })

  it('TRX_STATUS_PENDING outlives SESSION_TTL_SECONDS and ends as the provider finally says', async () => {
    const { result } = (
      await order({
        response_code: 'TRX_STATUS_PENDING',
        simulate_final_response_code: 'TRX_STATUS_APPROVED',
        simulate_final_after_seconds: 2,
      })
    ).body
    const { transaction } = await eventually('the end', 30, async () => {
      const answer = await app.merchant.status(result.id)
      return answer.transaction.status === 'PENDING' ? undefined : answer
    })
    expect(transaction).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
  })
})

describe('metadata that no simulator understands is 422 on metadata.<key>', () => {
  it.each([
    ['response_code', 'TRX_STATUS_NICE'],
    ['response_code', 7],
    ['simulated_flow', 'VERSIONING'],
    ['authentication_simulator', { transStatus: 'C' }],
    ['authentication_simulator', 'Y'],
    ['simulate_redirect', 'ftp://x.example'],
    ['simulate_redirect', 'not a url'],
    ['simulate_redirect', 'https://x.example/\r\nSet-Cookie: a=b'],
    ['simulate_form_submit', '{"url":"https://x.example"}'],
    ['simulate_form_submit', '{"url":"https://x.example","data":{"a":1}}'],
    ['simulate_form_submit', '{'],
    ['simulate_authentication_required', '{"type":"X"}'],
    ['simulate_final_response_code', 'MAYBE'],
    ['simulate_final_after_seconds', 'soon'],
    ['simulate_final_after_seconds', -1],
    ['simulate_delay_ms', '1s'],
    ['simulate_fault', 'earthquake'],
  ])('%s: %j', async (key, value) => {
    const { status, body } = await app.merchant.authorize({ metadata: { [key]: value } })
    expect(status).toBe(422)
    expect(body.errors.map(({ property }: { property: string }) => property)).toEqual([`metadata.${key}`])
  })

  it('several concurrently are all reported, beside the other fields', async () => {
    const metadata = { response_code: 'X', simulated_flow: 'Y', simulate_fault: 'Z' }
    const { body } = await app.merchant.authorize({ metadata, amount: 0 })
    expect(body.errors.map(({ property }: { property: string }) => property).sort()).toEqual([
      'amount',
      'metadata.response_code',
      'metadata.simulate_fault',
      'metadata.simulated_flow',
    ])
  })
})
