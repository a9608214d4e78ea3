import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { type Connection, openConnection, patience } from '#test/three-ds-sandbox/connection.ts'
import { CARDS } from '#test/three-ds-sandbox/test-cases.ts'

const UNPERFORMED = { kind: 'verdict', verdict: { transStatus: 'U', eci: null, authenticationValue: null } }

let on: Connection
beforeAll(async () => {
  on = await openConnection()
})
afterEach(() => on.reset())
afterAll(() => on.close())

const FAULTS = [
  ['a cut connection', { kind: 'reset' }, 'unreachable'],
  ['an answer cut after its headers', { kind: 'cut-after-headers' }, 'unreachable'],
  ['garbled JSON', { kind: 'garbled' }, 'garbled'],
  ['an endless answer', { kind: 'endless' }, 'unreachable'],
  ['a 500 with a right answer in it', { kind: 'status', status: 500 }, 'status'],
  ['a redirect', { kind: 'redirect', to: 'https://elsewhere.example/' }, 'status'],
] as const

describe('a technical failure is U and never N', () => {
  test.each([
    ...FAULTS,
    ['an Erro 203', { kind: 'error-message', code: '203' }, 'error-message'],
    ['an Erro 405', { kind: 'error-message', code: '405' }, 'error-message'],
  ] as const)('of a look-up: %s', async (_what, fault, failure) => {
    on.sandbox.disturb('preauth', fault)
    expect(await on.lookUp(CARDS.frictionlessY)).toEqual({ enrolled: 'unknown' })
    expect(on.failures).toMatchObject([{ call: 'preauth', failure }])
  })

  test.each([
    ...FAULTS,
    ['an Erro 305', { kind: 'error-message', code: '305' }, 'error-message'],
    ['an Erro 405 with status 504', { kind: 'error-message', code: '405', status: 504 }, 'error-message'],
    ['the answer of another', { kind: 'changed', elements: { threeDSServerTransID: crypto.randomUUID() } }, 'fault'],
    ['another version', { kind: 'changed', elements: { messageVersion: '2.1.0' } }, 'fault'],
    ['no value', { kind: 'changed', elements: { authenticationValue: undefined } }, 'fault'],
    ["another network's eci", { kind: 'changed', elements: { eci: '02' } }, 'fault'],
    ['no dsTransID', { kind: 'changed', elements: { dsTransID: undefined } }, 'fault'],
    ['D, which nobody asked for', { kind: 'changed', elements: { transStatus: 'D' } }, 'fault'],
    ['N without a reason', { kind: 'changed', elements: { transStatus: 'N' } }, 'fault'],
  ] as const)('of an authentication: %s', async (_what, fault, failure) => {
    const request = await on.requestFor(CARDS.frictionlessY)
    on.sandbox.disturb('auth', fault)
    expect(await on.server.authenticate(request, patience())).toMatchObject(UNPERFORMED)
    const { threeDsServerTransId } = request
    expect(on.failures).toMatchObject([{ call: 'auth', threeDsServerTransId, failure }])
  })

  test('of a challenge without an address, or with one that is not https', async () => {
    for (const acsURL of [undefined, 'http://acs.example/']) {
      on.sandbox.disturb('auth', { kind: 'changed', elements: { acsURL } })
      expect(await on.authenticate(CARDS.challengeY)).toMatchObject(UNPERFORMED)
    }
  })

  test("of the directory server's own time-out", async () => {
    expect(await on.authenticate(CARDS.timeOut)).toMatchObject(UNPERFORMED)
    expect(on.failures).toMatchObject([{ failure: 'error-message', code: '405' }])
  })

  test('of an id that has expired', async () => {
    const request = await on.requestFor(CARDS.frictionlessY)
    const stale = { ...request, threeDsServerTransId: crypto.randomUUID() }
    expect(await on.server.authenticate(stale, patience())).toMatchObject(UNPERFORMED)
  })

  test('of a terminal without a requestor, and no request is sent', async () => {
    const request = await on.requestFor(CARDS.frictionlessY, { requestor: null })
    const before = on.sandbox.received.length
    expect(await on.server.authenticate(request, patience())).toMatchObject(UNPERFORMED)
    expect(on.failures).toMatchObject([{ failure: 'no-requestor' }])
    expect(on.sandbox.received).toHaveLength(before)
  })

  test.each(['silence', 'delay'] as const)('after the caller cancels: %s', async (kind) => {
    const request = await on.requestFor(CARDS.frictionlessY)
    on.sandbox.disturb('auth', kind === 'delay' ? { kind, ms: 2000 } : { kind })
    expect(await on.server.authenticate(request, AbortSignal.timeout(200))).toMatchObject(UNPERFORMED)
    expect(on.failures).toMatchObject([{ failure: 'late' }])
  })

  test('after 5 s of a look-up, though the caller would wait', async () => {
    on.sandbox.disturb('preauth', { kind: 'silence' })
    const before = Date.now()
    expect(await on.lookUp(CARDS.frictionlessY)).toEqual({ enrolled: 'unknown' })
    const elapsed = Date.now() - before
    expect(elapsed).toBeGreaterThan(4500)
    expect(elapsed).toBeLessThan(15_000)
    expect(on.failures).toMatchObject([{ failure: 'late' }])
  })

  test('of a server that is down', async () => {
    const probe = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => probe.once('listening', resolve))
    const { port } = probe.address() as { port: number }
    await new Promise((resolve) => probe.close(resolve))
    const down = on.connect({ address: `https://localhost:${port}` })
    expect(await on.lookUp(CARDS.frictionlessY, down)).toEqual({ enrolled: 'unknown' })
    expect(on.failures).toMatchObject([{ failure: 'unreachable', code: 'ECONNREFUSED' }])
    await down.close()
  })

  test('of a server with an untrusted certificate', async () => {
    const stranger = on.connect({ ca: undefined })
    expect(await on.lookUp(CARDS.frictionlessY, stranger)).toEqual({ enrolled: 'unknown' })
    expect(on.failures).toMatchObject([{ failure: 'unreachable', code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }])
    await stranger.close()
  })

  test('of a key that is not taken', async () => {
    const stranger = on.connect({ apiKey: 'not-the-key' })
    expect(await on.lookUp(CARDS.frictionlessY, stranger)).toEqual({ enrolled: 'unknown' })
    expect(on.failures).toMatchObject([{ failure: 'status', code: '401' }])
    await stranger.close()
  })
})

describe('a result', () => {
  it('is not there yet while the shopper is on the page', async () => {
    const challenge = await on.challenged()
    expect(await on.server.result(challenge, patience())).toEqual({ kind: 'none-yet' })
    expect(on.failures).toEqual([])
    on.sandbox.conclude(challenge.threeDsServerTransId, 'Y')
    expect(await on.server.result(challenge, patience())).toMatchObject({
      kind: 'verdict',
      verdict: { transStatus: 'Y' },
    })
  })

  test.each([
    ...FAULTS,
    ['an Erro 405', { kind: 'error-message', code: '405' }, undefined],
    ['an Erro 203 with status 404', { kind: 'error-message', code: '203', status: 404 }, undefined],
  ] as const)('may be there in a moment, after %s', async (_what, fault, failure) => {
    const challenge = await on.challenged()
    on.sandbox.conclude(challenge.threeDsServerTransId, 'N')
    on.sandbox.disturb('postauth', fault)
    expect(await on.server.result(challenge, patience())).toEqual({ kind: 'none-yet' })
    expect(on.failures).toMatchObject(failure ? [{ call: 'postauth', failure }] : [])
    on.sandbox.disturb('postauth', undefined)
    expect(await on.server.result(challenge, patience())).toMatchObject({
      kind: 'verdict',
      verdict: { transStatus: 'N' },
    })
  })

  test.each([
    ['an Erro that stays', { kind: 'error-message', code: '303' }],
    ["another challenge's id", { kind: 'changed', elements: { acsTransID: crypto.randomUUID() } }],
    ["another authentication's id", { kind: 'changed', elements: { threeDSServerTransID: crypto.randomUUID() } }],
    ['no value', { kind: 'changed', elements: { authenticationValue: undefined } }],
    ['another category', { kind: 'changed', elements: { messageCategory: '02' } }],
    ['C', { kind: 'changed', elements: { transStatus: 'C' } }],
  ] as const)('that means nothing is U: %s', async (_what, fault) => {
    const challenge = await on.challenged()
    on.sandbox.conclude(challenge.threeDsServerTransId, 'Y')
    on.sandbox.disturb('postauth', fault)
    expect(await on.server.result(challenge, patience())).toMatchObject(UNPERFORMED)
    expect(on.failures).toMatchObject([{ call: 'postauth' }])
  })
})
