import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Connection, openConnection, patience } from '#test/three-ds-sandbox/connection.ts'

let on: Connection
beforeAll(async () => {
  on = await openConnection()
})
afterEach(() => on.reset())
afterAll(() => on.close())

describe('a probe', () => {
  it('of a server that takes the key finds nothing, and names no card', async () => {
    expect(await on.server.probe(patience())).toBeNull()
    expect(JSON.parse(on.sandbox.received.at(-1)!.body)).toEqual({ threeDSServerTransID: expect.any(String) })
  })

  it('with a wrong key says so, and not what it is', async () => {
    const stranger = on.connect({ apiKey: 'not-the-key' })
    const problem = await stranger.probe(patience())
    await stranger.close()
    expect(problem).toBe('The 3-D Secure server refuses the key; set THREE_DS_API_KEY of this realm.')
  })

  it.each([
    ['a refusal as a message', { kind: 'error-message', code: '303' }, 'refuses the key'],
    [
      'a failure of its own, of the same number as a status',
      { kind: 'error-message', code: '403' },
      '(error-message 403)',
    ],
    ['an answer to another question', { kind: 'changed', elements: { messageType: 'RReq' } }, '(status 200)'],
    ['a redirect', { kind: 'redirect', to: 'https://elsewhere.example/' }, '(status 307)'],
    ['garbled JSON', { kind: 'garbled' }, '(garbled)'],
    ['a cut connection', { kind: 'reset' }, '(unreachable'],
  ] as const)('that gets %s says so', async (_what, fault, told) => {
    on.sandbox.disturb('postauth', fault)
    expect(await on.server.probe(patience())).toContain(told)
  })
})
