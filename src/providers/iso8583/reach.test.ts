import { expect, test } from 'vitest'
import { isoSettings } from '#test/iso8583-sandbox/merchant.ts'
import { settingsOf } from './config.ts'
import { connect } from './line/connection.ts'
import { outerLookup, problemsOfReach, type Reach } from './reach.ts'
import { toEndpoint } from './translate/endpoint.ts'

const REACH: Reach = { plainHosts: ['line.acquirer.example', '10.1.2.3'] }

const INNER = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  'localhost',
  'LOCALHOST.',
  'host.localhost',
  '::1',
  '::',
  '0.0.0.0',
  '0',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '169.254.169.254',
  'fe80::1',
  'fd00:ec2::254',
  '100.100.100.200',
  '168.63.129.16',
]

test.each(INNER)(
  'in production no line leads to %s, with TLS or without, nor where the environment names it',
  (host) => {
    for (const tls of [true, false]) {
      expect(problemsOfReach({ host, tls }, { plainHosts: [host] })).toMatchObject([{ property: 'settings.host' }])
      expect(problemsOfReach({ host, tls }, null)).toEqual([])
    }
  },
)

test('in production a line without TLS leads only where the environment says so', () => {
  for (const host of ['line.acquirer.example', 'Line.Acquirer.Example.', '10.1.2.3'])
    expect(problemsOfReach({ host, tls: false }, REACH)).toEqual([])
  for (const host of ['acquirer.example', '10.1.2.4']) {
    expect(problemsOfReach({ host, tls: true }, REACH)).toEqual([])
    expect(problemsOfReach({ host, tls: false }, REACH)).toMatchObject([{ property: 'settings.tls' }])
  }
})

test('a name that leads inside is not connected to', async () => {
  const found = new Promise((resolve) => outerLookup('localhost', { all: true }, (error) => resolve(error)))
  expect(await found).toMatchObject({ code: 'FORBIDDEN_ADDRESS' })
})

test('an account that was stored before is refused when its line is opened', async () => {
  const reader = { onMessage: () => undefined, onUnreadable: async () => undefined }
  const settings = settingsOf({ settings: { ...isoSettings(4999), host: 'acquirer.example' } })
  await expect(connect(toEndpoint(settings, {}, REACH), reader)).rejects.toThrow('ISO8583_PLAIN_HOSTS')
  const inner = settingsOf({ settings: { ...isoSettings(4999), host: '127.1', tls: true } })
  await expect(connect(toEndpoint(inner, {}, REACH), reader)).rejects.toThrow('loopback')
})
