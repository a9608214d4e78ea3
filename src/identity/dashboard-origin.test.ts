import { expect, test } from 'vitest'
import { dashboardOrigin, dashboardOrigins } from './dashboard-origin.ts'

test.each([
  ['http://127.0.0.1:3000', 'localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:3000', '127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000', 'localhost:4000', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000', 'evil.example', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000', undefined, 'http://127.0.0.1:3000'],
  ['https://pay.example.com', 'localhost', 'https://pay.example.com'],
  ['http://[::1]:3000', 'localhost:3000', 'http://[::1]:3000'],
])('a gateway at %s that is called as %s has its dashboard at %s', (baseUrl, host, origin) => {
  expect(dashboardOrigin(baseUrl, host)).toBe(origin)
})

test('the first origin is the gateway itself', () => {
  expect(dashboardOrigins('http://127.0.0.1:80')[0]).toBe('http://127.0.0.1:80')
})
