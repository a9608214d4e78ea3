import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Connection, openConnection, patience } from '#test/three-ds-sandbox/connection.ts'
import { CARDS } from '#test/three-ds-sandbox/test-cases.ts'

/** Every errorCode of EMV 3DS, and one that it does not know. */
const CODES = '101 102 103 201 202 203 204 301 302 303 304 305 306 307 402 403 404 405 999'.split(' ')
const UNPERFORMED = { kind: 'verdict', verdict: { transStatus: 'U', eci: null, authenticationValue: null } }

let on: Connection
beforeAll(async () => {
  on = await openConnection()
})
afterEach(() => on.reset())
afterAll(() => on.close())

describe.each(CODES)('an Erro %s', (code) => {
  test(`to a look-up ${code === '305' ? 'is a card that does not take part' : 'leaves it open'}`, async () => {
    on.sandbox.disturb('preauth', { kind: 'error-message', code })
    expect(await on.lookUp(CARDS.frictionlessY)).toEqual({ enrolled: code === '305' ? false : 'unknown' })
    expect(on.failures).toMatchObject(code === '305' ? [] : [{ call: 'preauth', failure: 'error-message', code }])
  })

  test('to an AReq is U', async () => {
    const request = await on.requestFor(CARDS.frictionlessY)
    on.sandbox.disturb('auth', { kind: 'error-message', code })
    expect(await on.server.authenticate(request, patience())).toMatchObject(UNPERFORMED)
    expect(on.failures).toMatchObject([{ call: 'auth', failure: 'error-message', code }])
  })

  const isPassing = ['203', '402', '403', '405'].includes(code)
  test(`to a question for the result is ${isPassing ? 'no result yet' : 'U'}`, async () => {
    const challenge = await on.challenged()
    on.sandbox.conclude(challenge.threeDsServerTransId, 'Y')
    on.sandbox.disturb('postauth', { kind: 'error-message', code })
    const result = await on.server.result(challenge, patience())
    expect(result).toMatchObject(isPassing ? { kind: 'none-yet' } : UNPERFORMED)
  })
})
