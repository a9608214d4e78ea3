import { expect, it } from 'vitest'
import type { Gateway } from '#flows/gateway.ts'
import type { RouteContext } from '../route.ts'
import { landingRoute } from './landing-route.ts'

const DEMO = { client_id: 'cli_1', client_secret: 'no', email: 'ada@shop.example', password: 'coffee', terminal_id: '' }
const LINKS = [
  { action: 'dashboard', address: '/dashboard', title: 'Dashboard' },
  { action: 'shop', address: 'http://localhost:3001', title: 'Demo shop' },
] as const
const LOCAL = { realm: 'uat', baseUrl: 'http://127.0.0.1:3000', demoCallers: 'loopback' }

async function visit(ip: string, settings: object = LOCAL, host = '127.0.0.1:3000') {
  const context = { ip, header: () => host } as unknown as RouteContext<'open', undefined, undefined, undefined>
  const { handle } = landingRoute({ links: LINKS, demo: () => DEMO })
  const answer = await handle({ settings } as Gateway, context as never)
  return 'page' in answer ? answer.page.html : ''
}

it('shows the first steps with the demo’s sign-in on the gateway’s own machine', async () => {
  const page = await visit('127.0.0.1')
  expect(page.match(/<li>/g)!.length).toBeGreaterThanOrEqual(4)
  for (const words of ['Start', 'ada@shop.example', 'coffee']) expect(page).toContain(words)
})

it.each([
  ['another machine', '192.168.0.7', LOCAL, '127.0.0.1:3000'],
  ['a foreign name that points here', '127.0.0.1', LOCAL, 'attacker.example'],
])('names to %s the file with the sign-in, without its password', async (_, ...visitor) => {
  const page = await visit(...visitor)
  expect(page).toContain('data/demo.json')
  expect(page).not.toMatch(/ada@shop\.example|>coffee</)
})

it('has no first steps in production', async () => {
  const page = await visit('127.0.0.1', { ...LOCAL, realm: 'production' })
  expect(page).not.toMatch(/Start|ada@shop|data\/demo\.json/)
})
