import { expect, it } from 'vitest'
import { RequestError } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { RouteContext } from '../../route.ts'
import { type DemoMerchant, demoRoute } from './demo-route.ts'

const GIVEN = { client_id: 'cli_1', client_secret: 'secret', terminal_id: 'ter_1' }
const DEMO = { ...GIVEN, email: 'ada@shop.example', password: 'coffee', webhook_secret: 'whsec_1' }
const LOCAL = {
  baseUrl: 'http://127.0.0.1:3000',
  ip: '127.0.0.1',
  host: '127.0.0.1:3000',
  demoCallers: 'loopback',
  demo: DEMO,
}
const CONTAINER = { ip: '172.18.0.1', demoCallers: 'private' }

async function ask({ ip, host, demo, ...settings }: Omit<typeof LOCAL, 'demo'> & { demo: DemoMerchant | undefined }) {
  const gateway = { settings } as Gateway
  const context = { ip, header: () => host } as unknown as RouteContext<'open', undefined, undefined, undefined>
  return demoRoute(() => demo).handle(gateway, context as never)
}

it('a browser on the gateway’s own machine gets the demo merchant, and none of its other secrets', async () => {
  expect(await ask(LOCAL)).toEqual({ status: 200, json: GIVEN })
})

it.each([
  ['by the other name of this machine', { host: 'localhost:3000' }],
  ['by IPv6', { ip: '::1', baseUrl: 'http://localhost:3000', host: 'localhost:3000' }],
  ['by the address where BASE_URL has the name', { baseUrl: 'http://localhost:3000' }],
  ['through the bridge of a container that says so', CONTAINER],
  ['through its IPv6 bridge', { ...CONTAINER, ip: 'fd00::1' }],
])('a browser %s gets it too', async (_, changes) => {
  expect(await ask({ ...LOCAL, ...changes })).toMatchObject({ status: 200 })
})

it.each([
  ['another machine', { ip: '192.168.0.7' }],
  ['the bridge of a container that says nothing', { ip: CONTAINER.ip }],
  ['a public address at a container', { ...CONTAINER, ip: '203.0.113.7' }],
  ['a link-local address at a container', { ...CONTAINER, ip: '169.254.1.1' }],
  ['a foreign name that points to a container', { ...CONTAINER, host: 'attacker.example:3000' }],
  ['a container with a public address', { ...CONTAINER, baseUrl: 'https://pay.example', host: 'pay.example' }],
  ['a caller without an address', { ...CONTAINER, ip: '' }],
  ['another port of this machine', { host: 'localhost:3001' }],
  ['an address that only begins like this machine’s', { ip: '10.127.0.1' }],
  ['a gateway with a public address', { baseUrl: 'https://pay.example', host: 'pay.example' }],
  ['a foreign name that points to this machine', { host: 'attacker.example:3000' }],
  ['a name that only begins like this machine’s', { baseUrl: 'http://localhost.example', host: 'localhost.example' }],
  ['no demo', { demo: undefined }],
  ['clients of another identity provider', { demo: { ...DEMO, client_id: null, client_secret: null } }],
])('%s gets nothing', async (_, changes) => {
  await expect(ask({ ...LOCAL, ...changes })).rejects.toThrow(RequestError)
})

it('only pages of the gateway may ask', () => {
  expect(demoRoute(() => DEMO).ownPagesOnly).toBe(true)
})
