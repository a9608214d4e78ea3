import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { RequestError } from '#domain/problem.ts'
import { simulatedWallet } from './issue.ts'
import { newScalar, spkiOf } from './p256.ts'
import { rootKeysAt, rootKeysInFile } from './root-key-sources.ts'
import { parseRootKeys, type RootKey } from './root-keys.ts'

const ADDRESS = 'https://wallet.example/keys.json'
const keyValue = () => spkiOf(simulatedWallet(newScalar).root().key)
const setOf = (...values: string[]) =>
  JSON.stringify({
    keys: values.map((value) => ({ keyValue: value, protocolVersion: 'ECv2', keyExpiration: '32503680000000' })),
  })
const valuesOf = (keys: readonly RootKey[]) => keys.map(({ key }) => spkiOf(key))

describe('root keys', () => {
  it('are read as the wallet publishes them', () => {
    const value = keyValue()
    expect(parseRootKeys(setOf(value))).toMatchObject([{ protocolVersion: 'ECv2', expiresAt: 32_503_680_000_000 }])
    expect(valuesOf(parseRootKeys(setOf(value)))).toEqual([value])
  })

  it.each([
    ['no JSON', 'keys', 'JSON'],
    ['no list', '{"keys":{}}', 'list named keys'],
    ['a key that is none', '{"keys":[{"keyValue":"AAAA","protocolVersion":"ECv2"}]}', 'keys[0].keyValue'],
    ['an entry that is null', '{"keys":[null]}', 'keys[0].keyValue'],
    ['a number as expiry', setOf(keyValue()).replace('"32503680000000"', '7'), 'keys[0].keyExpiration'],
  ])('%s is told apart', (_what, text, told) => {
    expect(() => parseRootKeys(text)).toThrow(told)
  })
})

describe('at an address', () => {
  /** Another side that answers as it is told, and a clock that goes as it is told. */
  function world() {
    const state = { now: 0, body: setOf(keyValue()), status: 200, headers: {} as Record<string, string> }
    const fetch = vi.fn(async () => new Response(state.body, { status: state.status, headers: state.headers }))
    const warn = vi.fn()
    return { state, fetch, warn, source: rootKeysAt(ADDRESS, { fetch, now: () => state.now, warn }) }
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve))

  it('they are fetched once for as long as Cache-Control allows, less the time the answer was under way', async () => {
    const { state, fetch, source } = world()
    state.headers = { 'cache-control': 'public, max-age=600', age: '100' }
    await Promise.all([source.current(), source.current(), source.current()])
    state.now = 499_999
    await source.current()
    expect(fetch).toHaveBeenCalledTimes(1)
    state.now = 500_000
    await source.current()
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('they serve on while new ones are fetched', async () => {
    const { state, source } = world()
    const before = valuesOf(await source.current())
    const after = keyValue()
    state.body = setOf(after)
    state.now = 24 * 3600_000
    expect(valuesOf(await source.current())).toEqual(before)
    await settled()
    expect(valuesOf(await source.current())).toEqual([after])
  })

  it.each([
    ['an error', { status: 500 }],
    ['junk', { body: '<html>' }],
    ['no end', { body: `${setOf(keyValue())}${' '.repeat(1024 * 1024)}` }],
  ])(
    'an outage (%s) is survived with the last good copy, and asked about at most every ten seconds',
    async (_what, fault) => {
      const { state, fetch, warn, source } = world()
      const good = valuesOf(await source.current())
      Object.assign(state, fault, { now: 24 * 3600_000 })
      for (let second = 0; second < 10; second++) {
        expect(valuesOf(await source.current())).toEqual(good)
        await settled()
        state.now += 1000
      }
      expect(fetch).toHaveBeenCalledTimes(2)
      expect(warn).toHaveBeenCalledTimes(1)
      await source.current()
      expect(fetch).toHaveBeenCalledTimes(3)
    },
  )

  it('without a first copy the answer is 503, not that a token is bad', async () => {
    const { state, source } = world()
    state.status = 503
    const error = await source.current().catch((error: unknown) => error)
    expect(error).toBeInstanceOf(RequestError)
    expect(error).toMatchObject({ kind: 'unavailable' })
    Object.assign(state, { status: 200, now: 10_000 })
    expect(await source.current()).toHaveLength(1)
  })
})

describe('in a file', () => {
  it('they are read again when it changes, were it only within the same second and size', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tollgate-roots-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'keys.json')
    const source = rootKeysInFile(path, vi.fn())
    for (let round = 0; round < 5; round++) {
      const value = keyValue()
      await writeFile(path, setOf(value))
      await utimes(path, 1_700_000_000, 1_700_000_000 + round / 1000)
      const all = await Promise.all([source.current(), source.current(), source.current()])
      expect(all.map(valuesOf)).toEqual([[value], [value], [value]])
    }
  })

  it('that was never there the answer is 503', async () => {
    const warn = vi.fn()
    await expect(rootKeysInFile('/nonexistent/keys.json', warn).current()).rejects.toMatchObject({
      kind: 'unavailable',
    })
    expect(warn).toHaveBeenCalledOnce()
  })
})
