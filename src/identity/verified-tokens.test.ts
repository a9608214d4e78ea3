import { expect, test, vi } from 'vitest'
import { VerifiedTokens } from './verified-tokens.ts'

const EXP = 1_800_000_000

function setUp() {
  let now = EXP * 1000 - 1
  const tokens = new VerifiedTokens({ now: () => new Date(now) })
  const verify = vi.fn(async (token: string) => ({ sub: token, exp: EXP }))
  return { ask: (token: string) => tokens.claimsOf(token, verify), verify, expire: () => (now = EXP * 1000) }
}

test('a hot token is verified once', async () => {
  const { ask, verify } = setUp()
  for (let index = 0; index < 5; index += 1) expect(await ask('a')).toMatchObject({ sub: 'a' })
  expect(verify).toHaveBeenCalledTimes(1)
})

test('an expired token is verified again, and so refused', async () => {
  const { ask, verify, expire } = setUp()
  await ask('a')
  expire()
  verify.mockRejectedValue(new Error('expired'))
  await expect(ask('a')).rejects.toThrow('expired')
})

test('a refused token is not remembered', async () => {
  const { ask, verify } = setUp()
  verify.mockRejectedValueOnce(new Error('bad'))
  await expect(ask('a')).rejects.toThrow('bad')
  await ask('a')
  expect(verify).toHaveBeenCalledTimes(2)
})

test('of more than 10,000 tokens the least recently used is forgotten', async () => {
  const { ask, verify } = setUp()
  for (const token of ['old', 'hot']) await ask(token)
  for (let index = 0; index < 9_999; index += 1) {
    await ask('hot')
    await ask(`token${index}`)
  }
  verify.mockClear()
  await ask('hot')
  expect(verify).not.toHaveBeenCalled()
  await ask('old')
  expect(verify).toHaveBeenCalledTimes(1)
})
