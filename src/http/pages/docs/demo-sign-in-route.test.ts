import { expect, it } from 'vitest'
import { RequestError } from '#domain/problem.ts'
import { demoSignInRoute } from './demo-sign-in-route.ts'

const DEMO = { client_id: 'c', client_secret: 's', terminal_id: 't', email: 'ada@shop.example', password: 'coffee' }

const ask = (ip: string, email: string | null = DEMO.email) => {
  const settings = { baseUrl: 'http://127.0.0.1:3000', demoCallers: 'loopback' }
  const context = { ip, header: () => '127.0.0.1:3000' }
  return demoSignInRoute(() => ({ ...DEMO, email })).handle({ settings } as never, context as never)
}

it('a browser on the gateway’s own machine gets email and password of the demo, and nothing else', async () => {
  expect(await ask('127.0.0.1')).toEqual({ status: 200, json: { email: DEMO.email, password: DEMO.password } })
  expect(demoSignInRoute(() => DEMO).ownPagesOnly).toBe(true)
})

it.each([
  ['a browser elsewhere', () => ask('192.168.0.7')],
  ['a demo whose people another identity provider has', () => ask('127.0.0.1', null)],
])('%s gets nothing', async (_, asked) => {
  await expect(asked()).rejects.toThrow(RequestError)
})
