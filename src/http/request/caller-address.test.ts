import Fastify from 'fastify'
import pino from 'pino'
import { register } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { callerAddress, readAddress, rememberAddresses } from './caller-address.ts'

const PROXY = '10.0.0.1'
const TRUSTED = ['10.0.0.0/8', '192.0.2.1', '2001:db8:ffff::/48', '::ffff:172.16.0.0/108']

/** An application that answers with its caller's address. */
function appOf(trustedProxies: readonly string[], log: string[] = []) {
  const app = Fastify()
  // A socket that is closed by then has no address.
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.gone) Object.assign(raw.socket, { remoteAddress: undefined })
  })
  rememberAddresses(app, trustedProxies, pino({}, { write: (line: string) => void log.push(line) }))
  app.get('/', async (request) => callerAddress(request))
  return async (forwarded: string | string[] | undefined, remoteAddress = PROXY, more = {}) => {
    const headers = { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded as string }), ...more }
    return (await app.inject({ url: '/', remoteAddress, headers })).body
  }
}

async function unreadable(): Promise<number> {
  const { values } = await register.getSingleMetric('tollgate_forwarded_addresses_unreadable_total')!.get()
  return values[0]?.value ?? 0
}

describe('an address may be written', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['"203.0.113.7:51234"', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['2001:DB8:0:0::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['"[2001:db8::7]:443"', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%eth0]:80', 'fe80::1'],
  ])('as %s', (entry, address) => {
    expect(readAddress(entry)).toBe(address)
  })

  it.each([
    '',
    'unknown',
    '_hidden',
    'shop.example:80',
    '203.0.113',
    '203.0.113.7:port',
    '203.0.113.7:123456',
    '203.0.113.07',
    '[2001:db8::7',
    '2001:db8::7]',
    '[]:80',
    ':80',
    'for=203.0.113.7',
    '203.0.113.7 203.0.113.8',
  ])('but not as "%s"', (entry) => {
    expect(readAddress(entry)).toBeUndefined()
  })
})

describe('the caller is', () => {
  const ask = appOf(TRUSTED)

  it.each([
    ['the last that no trusted proxy has', '198.51.100.1, 203.0.113.7:51234', '203.0.113.7'],
    ['found behind trusted proxies with ports', '203.0.113.7, 10.1.2.3:80', '203.0.113.7'],
    [
      'found behind trusted proxies in brackets',
      '203.0.113.7:1, [2001:db8:ffff::1]:443,[::ffff:10.1.2.3]',
      '203.0.113.7',
    ],
    ['found behind networks that were written as IPv6', '203.0.113.7, 172.17.0.1', '203.0.113.7'],
    ['not what was written before it', '10.9.9.9, 203.0.113.7:1, 10.0.0.2', '203.0.113.7'],
    ['found past empty entries', '203.0.113.7,, , 10.0.0.2,', '203.0.113.7'],
    ['the first proxy where all are trusted', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['the proxy that wrote what cannot be read', '203.0.113.7, unknown, 10.0.0.2', '10.0.0.2'],
    ['the peer where nothing was forwarded', undefined, PROXY],
    ['the peer where nothing can be read', 'unknown', PROXY],
  ])('%s', async (_, forwarded, address) => {
    expect(await ask(forwarded)).toBe(address)
  })

  it('found over several headers', async () => {
    expect(await ask(['198.51.100.1', '203.0.113.7:51234'])).toBe('203.0.113.7')
  })

  it.each(['203.0.113.1', '::ffff:203.0.113.1', '192.0.2.2'])('the peer %s, which is not trusted', async (peer) => {
    expect(await ask('198.51.100.7', peer)).toBe(peer.replace('::ffff:', ''))
  })

  it('found behind a peer that is trusted by its IPv4 address and comes by IPv6', async () => {
    expect(await ask('198.51.100.7:1', '::ffff:192.0.2.1')).toBe('198.51.100.7')
  })

  it('unknown, and no fault, once the connection is gone', async () => {
    expect(await ask('198.51.100.7', PROXY, { gone: 'yes' })).toBe('')
    expect(await appOf([])(undefined, PROXY, { gone: 'yes' })).toBe('')
  })

  it('the peer where no proxy is trusted', async () => {
    expect(await appOf([])('198.51.100.7')).toBe(PROXY)
  })
})

describe('entries that cannot be read', () => {
  it('are each counted, and logged once a minute without what they say', async () => {
    const lines: string[] = []
    const ask = appOf(TRUSTED, lines)
    const before = await unreadable()
    for (const entry of ['203.0.113.7:pörtal', 'unknown', 'unknown']) await ask(entry)
    expect(await unreadable()).toBe(before + 3)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        proxy: PROXY,
        form: '999.9.999.9:aaaaaa',
        msg: expect.stringContaining('X-Forwarded-For'),
      }),
    ])
  })

  it('do not count where their writer is not trusted, or who is found before them', async () => {
    const ask = appOf(TRUSTED)
    const before = await unreadable()
    await ask('unknown', '203.0.113.1')
    await ask('unknown, 203.0.113.7')
    expect(await unreadable()).toBe(before)
  })
})
