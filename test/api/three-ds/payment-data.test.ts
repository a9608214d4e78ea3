import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { HttpAnswer } from '#test/test-merchant.ts'
import { type Action, begin, chargesOf, complete, eventsOf, requestAuthentication, toChallenge } from './shopper.ts'

let app: RunningGateway
let second: string
beforeAll(async () => {
  app = await useGateway()
  second = await app.secondApi()
})
afterAll(() => app.close())

function isRefused({ status, body }: HttpAnswer): void {
  expect(status).toBe(422)
  expect(body).toMatchObject({ method: 'POST', status: 422, errors: [{ property: 'payment_data' }] })
}

/** Ways to spoil a payment_data. */
const ALTERATIONS: [string, (genuine: string) => string][] = [
  ['its last character', (text) => text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A')],
  ['a character in its middle', (text) => text.slice(0, 60) + (text[60] === 'A' ? 'B' : 'A') + text.slice(61)],
  ['its first character', (text) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)],
  ['a space behind it', (text) => `${text} `],
  ['half of it', (text) => text.slice(0, text.length / 2)],
  ['junk', () => 'junk'],
]

describe('payment_data', () => {
  it.each(ALTERATIONS)('altered (%s) is 422 in both steps and changes nothing', async (_what, alter) => {
    const first = await begin(app.merchant)
    isRefused(await requestAuthentication(app.merchant, { ...first, payment_data: alter(first.payment_data) }))
    const next: Action = (await requestAuthentication(app.merchant, first)).body.action
    isRefused(await complete(app.merchant, { ...next, payment_data: alter(next.payment_data) }, 'N'))
    expect((await app.merchant.status(first.transaction_id)).transaction.status).toBe('PENDING')
    expect((await complete(app.merchant, next)).body.result.status).toBe('APPROVED')
  })

  it('of another transaction, also of the same amount, is 422', async () => {
    const [one, other] = [await begin(app.merchant), await begin(app.merchant)]
    isRefused(await requestAuthentication(app.merchant, { ...one, payment_data: other.payment_data }))
    const [oneNext, otherNext] = [await toChallenge(app.merchant), await toChallenge(app.merchant)]
    isRefused(await complete(app.merchant, { ...oneNext, payment_data: otherNext.payment_data }))
    for (const { transaction_id } of [one, other, oneNext, otherNext])
      expect((await app.merchant.status(transaction_id)).transaction.status).toBe('PENDING')
  })

  it('of the wrong step is 422', async () => {
    const first = await begin(app.merchant)
    isRefused(await complete(app.merchant, first))
    const next: Action = (await requestAuthentication(app.merchant, first)).body.action
    isRefused(await requestAuthentication(app.merchant, next))
    isRefused(await complete(app.merchant, { ...next, payment_data: first.payment_data }))
    expect((await complete(app.merchant, next)).body.result.status).toBe('APPROVED')
  })

  it('executed already gives the action now due, byte for byte', async () => {
    const first = await begin(app.merchant)
    const { text } = await requestAuthentication(app.merchant, first)
    expect((await requestAuthentication(app.merchant, first)).text).toBe(text)
  })

  it('executed already gives the final result, also after the end', async () => {
    const first = await begin(app.merchant)
    const next: Action = (await requestAuthentication(app.merchant, first)).body.action
    const { result } = (await complete(app.merchant, next)).body
    const again = [
      await complete(app.merchant, next),
      await complete(app.merchant, next, 'N'),
      await requestAuthentication(app.merchant, first),
    ]
    for (const { status, body } of again) expect([status, body.result]).toEqual([200, result])
    expect(await chargesOf(app.merchant, result.id)).toHaveLength(1)
    expect(await eventsOf(app.merchant, result.id)).toHaveLength(1)
  })

  it('altered after the end is still 422', async () => {
    const next = await toChallenge(app.merchant)
    const { result } = (await complete(app.merchant, next)).body
    isRefused(await complete(app.merchant, { ...next, payment_data: `${next.payment_data}A` }))
    expect((await app.merchant.status(result.id)).transaction).toEqual(result)
  })

  it('sent by another merchant answers as if the id did not exist', async () => {
    const stranger = await app.newMerchant()
    const [first, next] = [await begin(app.merchant), await toChallenge(app.merchant)]
    const strange = [await requestAuthentication(stranger, first), await complete(stranger, next)]
    const unknown = { session_id: crypto.randomUUID(), payment_data: 'x' }
    const none = [await requestAuthentication(stranger, unknown), await complete(stranger, unknown)]
    for (const [index, answer] of strange.entries()) {
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual(none[index]!.body)
    }
    expect((await complete(app.merchant, next)).body.result.status).toBe('APPROVED')
  })

  it('is opaque: no card number shows in it', async () => {
    const { payment_data, token } = await begin(app.merchant)
    for (const text of [payment_data, Buffer.from(payment_data, 'base64').toString('latin1'), atob(token)])
      expect(text).not.toContain('411111')
  })
})

describe('many concurrent callers', () => {
  it('eight completions over two API processes all get the one result; it is authorized once', async () => {
    const action = await toChallenge(app.merchant, { simulate_delay_ms: 300 })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => complete(app.merchant, action, 'Y', index % 2 ? second : app.baseUrl)),
    )
    const [first] = answers
    expect(first!.body.result.status).toBe('APPROVED')
    for (const { status, text } of answers) expect([status, text]).toEqual([200, first!.text])
    expect(await chargesOf(app.merchant, action.transaction_id)).toMatchObject([{ state: 'CHARGED' }])
    expect(await eventsOf(app.merchant, action.transaction_id)).toHaveLength(1)
  })

  it('eight that say different things agree on one result', async () => {
    const action = await toChallenge(app.merchant)
    const says = ['Y', 'N', 'A', 'U', 'R', 'Y', 'Y', 'N']
    const answers = await Promise.all(says.map((letter) => complete(app.merchant, action, letter)))
    const results = new Set(answers.map(({ body }) => body.result.status))
    expect(results.size).toBe(1)
    const charged = await chargesOf(app.merchant, action.transaction_id)
    expect(charged).toHaveLength(results.has('APPROVED') ? 1 : 0)
  })

  it('eight request-authentications all get the one challenge', async () => {
    const action = await begin(app.merchant)
    const answers = await Promise.all(Array.from({ length: 8 }, () => requestAuthentication(app.merchant, action)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]!.body.action.type).toBe('THREE_DS_2_CHALLENGE')
  })
})
