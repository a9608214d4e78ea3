import { expect, test } from 'vitest'
import { calledOrigin, gatewayOrigins } from './gateway-origins.ts'

test.each([
  ['http://127.0.0.1:3000', 'localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:3000', '127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000', 'localhost:4000', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000', 'evil.example', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000', undefined, 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:80', 'localhost', 'http://localhost'],
  ['http://127.0.0.1:80', '127.0.0.1', 'http://127.0.0.1'],
  ['http://localhost:3000', '127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://localhost:3000', '127.0.0.2:3000', 'http://localhost:3000'],
  ['http://[::1]:3000', 'localhost:3000', 'http://localhost:3000'],
  ['https://pay.example.com', 'localhost', 'https://pay.example.com'],
  ['http://localhost.example:3000', '127.0.0.1:3000', 'http://localhost.example:3000'],
])('a gateway at %s that is called as %s answers as %s', (baseUrl, host, origin) => {
  expect(calledOrigin(baseUrl, host)).toBe(origin)
})

test('a gateway elsewhere has one origin', () => {
  expect(gatewayOrigins('https://pay.example.com')).toEqual(['https://pay.example.com'])
})
