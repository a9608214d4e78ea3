import { describe, expect, it, vi } from 'vitest'
import { RequestError } from '#domain/problem.ts'
import { newRootKey, rootKeySet, valuesOf } from '#test/wallet-roots.ts'
import type { RootKeyCopy } from './remote-root-keys.ts'
import { remoteRootKeys } from './remote-root-keys.ts'

const ADDRESS = 'https://wallet.example/keys.json'
const DAY = 24 * 3600_000

/** Simulated server, clock and store for root keys, which tests steer. */
function world() {
  const first = newRootKey()
  const state = {
    now: 0,
    body: rootKeySet(first),
    status: 200,
    failure: undefined as Error | undefined,
    headers: {} as Record<string, string>,
    kept: undefined as RootKeyCopy | undefined,
  }
  const fetch = vi.fn(async () => {
    if (state.failure) throw state.failure
    return new Response(state.body, { status: state.status, headers: state.headers })
  })
  const copies = {
    find: vi.fn(async () => state.kept),
    keep: vi.fn(async (copy: RootKeyCopy) => {
      state.kept = copy
    }),
  }
  const warn = vi.fn()
  /** The keys as a process that starts now has them. */
  const start = () => remoteRootKeys(ADDRESS, { fetch, copies, now: () => state.now, warn })
  return { first, state, fetch, copies, warn, start, source: start() }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('root keys at an address', () => {
  it.each([
    ['public, max-age=600', '100', 500_000],
    ['max-age=600', undefined, 600_000],
    ['max-age=600, no-cache', undefined, 10_000],
    ['no-store', undefined, 10_000],
    ['max-age=0', undefined, 10_000],
    ['max-age=999999999', undefined, DAY],
    [undefined, undefined, 3600_000],
  ])('with Cache-Control %s and Age %s are asked for again after %i ms', async (control, age, end) => {
    const { state, fetch, source } = world()
    state.headers = { ...(control && { 'cache-control': control }), ...(age && { age }) }
    await Promise.all([source.current(), source.current(), source.current()])
    state.now = end - 1
    await source.current()
    expect(fetch).toHaveBeenCalledTimes(1)
    state.now = end
    await source.current()
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('serve on while new ones are fetched', async () => {
    const { state, first, source } = world()
    await source.current()
    const after = newRootKey()
    state.body = rootKeySet(after)
    state.now = DAY
    expect(valuesOf(await source.current())).toEqual([first])
    await settled()
    expect(valuesOf(await source.current())).toEqual([after])
  })

  it.each([
    ['an error', { status: 500 }],
    ['junk', { body: '<html>' }],
    ['no end', { failure: new Error('The answer is longer than a megabyte.') }],
    ['no keys', { body: '{"keys":[]}' }],
    ['keys that have expired', { body: rootKeySet(newRootKey(), DAY) }],
  ])(
    'survive an outage (%s) with the last good copy, and are asked for at most every ten seconds',
    async (_what, fault) => {
      const { state, first, fetch, copies, warn, source } = world()
      await source.current()
      Object.assign(state, fault, { now: DAY })
      for (let second = 0; second < 10; second++) {
        expect(valuesOf(await source.current())).toEqual([first])
        await settled()
        state.now += 1000
      }
      expect(fetch).toHaveBeenCalledTimes(2)
      expect(warn).toHaveBeenCalledTimes(1)
      expect(copies.keep).toHaveBeenCalledTimes(1)
      await source.current()
      expect(fetch).toHaveBeenCalledTimes(3)
    },
  )

  it('without a first copy are a 503, not a bad token', async () => {
    const { state, source } = world()
    state.status = 503
    const error = await source.current().catch((error: unknown) => error)
    expect(error).toBeInstanceOf(RequestError)
    expect(error).toMatchObject({ kind: 'unavailable' })
    Object.assign(state, { status: 200, now: 10_000 })
    expect(await source.current()).toHaveLength(1)
  })

  it('are a 503 too once all have expired and no others can be fetched', async () => {
    const { state, source } = world()
    state.body = rootKeySet(newRootKey(), DAY)
    await source.current()
    Object.assign(state, { status: 503, now: DAY })
    await expect(source.current()).rejects.toMatchObject({ kind: 'unavailable' })
    Object.assign(state, { status: 200, body: rootKeySet(newRootKey()), now: DAY + 10_000 })
    expect(await source.current()).toHaveLength(1)
  })
})

describe('a process that starts', () => {
  it('takes the copy of another one, as long as no question is open', async () => {
    const { state, first, fetch, source, start } = world()
    await source.current()
    state.now = 3600_000 - 1
    const next = start()
    expect(valuesOf(await next.current())).toEqual([first])
    expect(fetch).toHaveBeenCalledTimes(1)
    state.now = 3600_000
    await next.current()
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('asks the address itself where the copy is old', async () => {
    const { state, source, start } = world()
    await source.current()
    const after = newRootKey()
    Object.assign(state, { now: DAY, body: rootKeySet(after) })
    expect(valuesOf(await start().current())).toEqual([after])
    expect(state.kept?.text).toBe(rootKeySet(after))
  })

  it('while the address is out of order serves the last good copy, however old', async () => {
    const { state, first, warn, source, start } = world()
    await source.current()
    Object.assign(state, { now: 30 * DAY, status: 500 })
    expect(valuesOf(await start().current())).toEqual([first])
    expect(warn).toHaveBeenCalledTimes(1)
  })

  it('believes no copy whose keys have all expired', async () => {
    const { state, source, start } = world()
    state.body = rootKeySet(newRootKey(), DAY)
    await source.current()
    Object.assign(state, { now: DAY, status: 500 })
    await expect(start().current()).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it('asks the address where a copy is fresh for longer than any answer', async () => {
    const { state, fetch, start } = world()
    state.kept = { text: rootKeySet(newRootKey()), freshUntil: 2 * DAY }
    await start().current()
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['cannot be looked up', async () => Promise.reject(new Error('no database'))],
    ['cannot be read', async () => ({ text: 'junk', freshUntil: 1000 })],
  ])('asks the address where the copy %s', async (_what, find) => {
    const { first, copies, warn, start } = world()
    copies.find.mockImplementation(find)
    expect(valuesOf(await start().current())).toEqual([first])
    expect(warn).toHaveBeenCalledTimes(1)
  })

  it('serves what the address gave, though it cannot be kept', async () => {
    const { first, copies, warn, start } = world()
    copies.keep.mockRejectedValue(new Error('no database'))
    expect(valuesOf(await start().current())).toEqual([first])
    expect(warn).toHaveBeenCalledTimes(1)
  })
})

describe('read again', () => {
  it('come from the address, even if others are cached or stored, and change nothing', async () => {
    const { state, first, copies, source } = world()
    await source.current()
    const after = newRootKey()
    state.body = rootKeySet(after)
    expect(valuesOf(await source.readAnew())).toEqual([after])
    expect(valuesOf(await source.current())).toEqual([first])
    expect(copies.keep).toHaveBeenCalledTimes(1)
    state.status = 500
    await expect(source.readAnew()).rejects.toThrow('500')
  })
})
