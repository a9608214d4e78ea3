import { expect, it } from 'vitest'
import { RequestError } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { RouteContext } from '../../route.ts'
import { type DemoMerchant, demoRoute } from './demo-route.ts'

const DEMO = { client_id: 'cli_1', client_secret: 'secret', terminal_id: 'ter_1', webhook_secret: 'whsec_1' }
const LOCAL = { baseUrl: 'http://127.0.0.1:3000', ip: '127.0.0.1', host: '127.0.0.1:3000', demo: DEMO }

async function ask({ baseUrl, ip, host, demo }: Omit<typeof LOCAL, 'demo'> & { demo: DemoMerchant | undefined }) {
  const gateway = { settings: { baseUrl } } as Gateway
  const context = { ip, header: () => host } as unknown as RouteContext<'open', undefined, undefined, undefined>
  return demoRoute(() => demo).handle(gateway, context as never)
}

it('a browser on the gateway’s own machine gets the demo merchant, and none of its other secrets', async () => {
  const { webhook_secret: _, ...given } = DEMO
  expect(await ask(LOCAL)).toEqual({ status: 200, json: given })
  expect(await ask({ ...LOCAL, ip: '::1', baseUrl: 'http://localhost:3000', host: 'localhost:3000' })).toMatchObject({
    status: 200,
  })
})

it.each([
  ['another machine', { ip: '192.168.0.7' }],
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
