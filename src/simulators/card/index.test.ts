import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#domain/ids.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { PROCESSING_CODES, type ProcessingCode } from '#domain/processing-code.ts'
import { attemptOf, callOn, chargeOf, proofOf, soon } from '#provider/contract/test-charges.ts'
import { type Charge, type Provider, UnknownOutcome } from '#providers/port/provider.ts'
import type { Database } from '#store/connection/database.ts'
import { openSimulatedCharges } from '#store/simulators/charges.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { describeProvider } from '#test/provider-contract.ts'
import { createCardSimulator } from './index.ts'

let database: FreshDatabase
let sql: Database
let simulator: Provider

beforeAll(async () => {
  database = await freshDatabase()
  sql = database.sql
  simulator = createCardSimulator(openSimulatedCharges(sql))
})
afterAll(() => database.drop())

describeProvider('The card simulator', ['repeats', 'notices', 'disputes'], async () => ({
  provider: simulator,
  account: accountWith({}),
  approving: {},
  charging: { metadata: { simulate_fault: 'timeout_after_charge' } },
  losing: { metadata: { simulate_fault: 'timeout_before_charge' } },
  unreadable: {
    metadata: { response_code: 'constructor', simulate_redirect: 'javascript:alert(1)', simulate_delay_ms: '1e3' },
    properties: ['metadata.response_code', 'metadata.simulate_delay_ms', 'metadata.simulate_redirect'],
  },
  netCharges: async (attemptId) => ((await stateOf(attemptId)) === 'CHARGED' ? 1 : 0),
}))

/** The table of docs/reference/simulators.md#response-codes, written again. */
const OUTCOMES: readonly (readonly [string, string, ProcessingCode])[] = [
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
]

describe('Outcomes', () => {
  test.each(OUTCOMES)('response_code %s ends as %s with processing code %s', async (responseCode, status, code) => {
    expect(await answerTo({ response_code: responseCode })).toMatchObject({ kind: 'outcome', outcome: { code } })
    expect(PROCESSING_CODES[code].status).toBe(status)
  })

  test('every text defaults to approved, approval code and reference number are random', async () => {
    const approved = {
      code: '0000',
      responseMessage: 'approved',
      approvalCode: expect.stringMatching(/^\d{6}$/),
      referenceNumber: expect.stringMatching(/^\d{12}$/),
      providerResponseCode: 'approved',
      providerResponseMessage: 'approved',
      checks: { avs: 'not_checked', cvv: 'match' },
    }
    const [first, second] = [await answerTo({}), await answerTo({})]
    expect([first, second]).toEqual([
      { kind: 'outcome', outcome: approved },
      { kind: 'outcome', outcome: approved },
    ])
    expect(first).not.toEqual(second)
  })

  test('approval code and reference number are null unless approved or given', async () => {
    const declined = { response_code: 'TRX_STATUS_DECLINED' }
    expect(await answerTo(declined)).toMatchObject({ outcome: { approvalCode: null, referenceNumber: null } })
    const given = { ...declined, approval_code: 'A1', reference_number: 12 }
    expect(await answerTo(given)).toMatchObject({ outcome: { approvalCode: 'A1', referenceNumber: '12' } })
  })

  test('texts are given back as asked for', async () => {
    const directives = {
      response_message: 'Do not honour',
      payment_provider_status: 'refused',
      payment_provider_response_code: '05',
      payment_provider_response_message: 'No',
    }
    expect(await answerTo(directives)).toMatchObject({
      outcome: { responseMessage: 'Do not honour', providerResponseCode: '05', providerResponseMessage: 'No' },
    })
  })

  test('a failed authentication declines regardless of metadata', async () => {
    const charge = chargeOf(accountWith({}), { response_code: 'TRX_STATUS_APPROVED' }, proofOf('N'))
    expect(await ask(charge)).toMatchObject({ kind: 'outcome', outcome: { code: '1000' } })
    expect(await stateOf(charge.attemptId)).toBe('REFUSED')
  })

  test("an account's settings.response_code comes before the metadata's", async () => {
    const account = accountWith({ response_code: 'TRX_STATUS_DECLINED' })
    const charge = chargeOf(account, { response_code: 'TRX_STATUS_APPROVED' })
    expect(await ask(charge, account)).toMatchObject({ outcome: { code: '1000' } })
  })

  test('the largest amount is recorded to the last digit', async () => {
    const charge = { ...chargeOf(accountWith({}), {}), money: { amount: 9223372036854775807n, currency: 'EUR' } }
    await ask(charge)
    const [row] = await sql<[{ amount: bigint }]>`
      select amount from simulator.charges where attempt_id = ${charge.attemptId}`
    expect(row.amount).toBe(9223372036854775807n)
  })
})

describe('Steps of the shopper', () => {
  const form = { url: 'https://bank.example/pay', data: { token: 'a', empty: '' } }
  const action = { payment_data: 'p', type: 'THREE_DS_2_CHALLENGE', token: 't' }

  test.each([
    [{ simulate_redirect: 'https://bank.example/?a=b' }, { kind: 'redirect', url: 'https://bank.example/?a=b' }],
    [{ simulate_form_submit: JSON.stringify(form) }, { kind: 'form', ...form }],
    [
      { simulate_authentication_required: JSON.stringify(action) },
      { kind: 'action', type: 'THREE_DS_2_CHALLENGE', token: 't', paymentData: 'p' },
    ],
  ])('%j asks for that step', async (metadata, step) => {
    expect(await answerTo(metadata)).toEqual({ kind: 'shopper-step', step })
  })

  test('simulate_final_response_code ends the wait after simulate_final_after_seconds', async () => {
    const account = accountWith({})
    const final = { simulate_final_response_code: 'TRX_STATUS_DECLINED', simulate_final_after_seconds: '0.4' }
    const charge = chargeOf(account, { simulate_redirect: 'https://bank.example', ...final })
    const key = attemptOf(charge)
    const step = await ask(charge)
    expect(await simulator.inquire(callOn(account, {}, patience()), key)).toEqual(step)
    expect(await stateOf(charge.attemptId)).toBe('AWAITING_SHOPPER')
    await expect
      .poll(() => simulator.inquire(callOn(account, {}, patience()), key))
      .toMatchObject({ kind: 'outcome', outcome: { code: '1000' } })
    expect(await stateOf(charge.attemptId)).toBe('REFUSED')
  })

  test('without a final response code it waits indefinitely', async () => {
    const account = accountWith({})
    const charge = chargeOf(account, { simulate_redirect: 'https://b.example', simulate_final_after_seconds: 0 })
    const step = await ask(charge)
    expect(await simulator.inquire(callOn(account), attemptOf(charge))).toEqual(step)
  })
})

describe('Unknown outcomes', () => {
  test.each([
    ['timeout_before_charge', 'not-found', undefined],
    ['timeout_after_charge', 'outcome', 'CHARGED'],
    ['connection_reset', 'outcome', 'CHARGED'],
    ['garbage_answer', 'outcome', 'CHARGED'],
    ['inquiry_not_found', 'not-found', 'CHARGED'],
  ])('simulate_fault %s: the answer is lost, an inquiry says %s, the ledger %s', async (fault, kind, state) => {
    const account = accountWith({})
    const charge = chargeOf(account, { simulate_fault: fault })
    await expect(simulator.authorize(callOn(account, {}, soon()), charge)).rejects.toThrow(UnknownOutcome)
    expect(await simulator.inquire(callOn(account), attemptOf(charge))).toMatchObject({ kind })
    expect(await stateOf(charge.attemptId)).toBe(state)
  })

  test("an account's settings.fault breaks every charge of that account", async () => {
    const account = accountWith({ fault: 'connection_reset' })
    await expect(ask(chargeOf(account, {}), account)).rejects.toThrow(UnknownOutcome)
  })

  test('simulate_delay_ms holds the answer back, not the charge', async () => {
    const account = accountWith({})
    const charge = chargeOf(account, { simulate_delay_ms: 60_000 })
    await expect(simulator.authorize(callOn(account, {}, soon()), charge)).rejects.toThrow(UnknownOutcome)
    expect(await stateOf(charge.attemptId)).toBe('CHARGED')
  })

  test('a ledger that cannot be reached leaves the outcome unknown', async () => {
    const away = () => Promise.reject(new Error('connection refused'))
    const cut = createCardSimulator({
      ...{ record: away, find: away, findIssued: away, reverse: away },
      disputes: { find: away, accept: away },
    })
    const account = accountWith({})
    await expect(cut.authorize(callOn(account, {}, patience()), chargeOf(account, {}))).rejects.toThrow(UnknownOutcome)
  })
})

test.each(['true', 1, 'no'])('settings.require_cvv is a boolean, not %j', (value) => {
  expect(simulator.checkSettings({ require_cvv: value }, 'Shop')).toMatchObject([{ property: 'settings.require_cvv' }])
  expect(simulator.checkSettings({ require_cvv: true }, 'Shop')).toEqual([])
})

describe('Metadata that does not parse', () => {
  test.each([
    ['response_code', ['trx_status_approved', '', 7, '__proto__']],
    ['response_message', [true, {}, 'a\u0000']],
    [
      'simulate_redirect',
      ['/relative', 'ftp://x.example', 'https://u:p@x.example', `https://x.example/${'a'.repeat(2048)}`],
    ],
    [
      'simulate_form_submit',
      ['{', '[]', 'null', { url: 'https://x.example' }, '{"url":"https://x.example","data":{"a":1}}'],
    ],
    ['simulate_form_submit', ['{"url":"https://x.example","data":{"a":"\\u0000"}}', '{"url":"https://x.example"}']],
    ['simulate_authentication_required', ['{"type":"t","token":"t"}', 'null', '"text"']],
    ['simulate_final_response_code', ['NO_SUCH_CODE']],
    ['simulate_final_after_seconds', [-1, '-1', 'soon', '1e3', 1e300, true, '']],
    ['simulate_delay_ms', [Number.NaN, '0x10', ' 5', 2 ** 31]],
    ['simulate_fault', ['earthquake']],
    ['simulate_cvv_check', ['M', true, 1]],
    ['simulate_avs_check', ['MATCH', '', {}]],
  ])('%s is named for each of %j', (key, values) => {
    for (const value of values) {
      const [problem, ...others] = simulator.checkMetadata({ [key]: value })
      expect([problem?.property, others]).toEqual([`metadata.${key}`, []])
    }
  })

  test('numbers and their decimal strings are both accepted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (value) => {
        const written = [value, String(value), JSON.rawJSON(String(value))]
        for (const simulate_delay_ms of written) expect(simulator.checkMetadata({ simulate_delay_ms })).toEqual([])
      }),
    )
  })

  test('checking any metadata neither throws nor names an unknown key', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (metadata) => {
        const known = /^metadata\.(response_|approval_|reference_|payment_provider_|simulate_)/
        for (const { property } of simulator.checkMetadata(metadata)) expect(property).toMatch(known)
      }),
    )
  })
})

const patience = () => AbortSignal.timeout(10_000)

function accountWith(settings: ProviderAccount['settings']): ProviderAccount {
  return {
    providerAccountId: newId('acc'),
    merchantId: newId('mer'),
    provider: 'card-simulator',
    name: 'Test',
    status: 'ACTIVE',
    settings,
    credentials: {},
    createdAt: new Date(),
  }
}

function ask(charge: Charge, account = accountWith({})) {
  return simulator.authorize(callOn(account, {}, patience()), charge)
}

function answerTo(metadata: Charge['metadata']) {
  const account = accountWith({})
  return ask(chargeOf(account, metadata), account)
}

async function stateOf(attemptId: string): Promise<string | undefined> {
  const [row] = await sql<{ state: string }[]>`select state from simulator.charges where attempt_id = ${attemptId}`
  return row?.state
}
