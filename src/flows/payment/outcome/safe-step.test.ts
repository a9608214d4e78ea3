import { expect, test } from 'vitest'
import { safeStep } from './safe-step.ts'

const REAL = { provider: 'paypal' }
const SIMULATED = { provider: 'wallet-simulator' }
const redirect = (url: string) => ({ kind: 'redirect', url }) as const
const form = (url: string) => ({ kind: 'form', url, data: { a: 'b' } }) as const

test.each([
  ['https://pay.example/a?b=c#d', 'https://pay.example/a?b=c#d'],
  ['HTTPS://Pay.Example', 'https://pay.example/'],
  [' https://pay.example/a\n', 'https://pay.example/a'],
  ['https://pay.example/../a b', 'https://pay.example/a%20b'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
])('a shopper is sent to %j as %s', (url, href) => {
  expect(safeStep(redirect(url), REAL)).toEqual(redirect(href))
  expect(safeStep(form(url), REAL)).toEqual(form(href))
})

test.each([
  'http://pay.example/',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/pay',
  '',
  'https://',
  'https://shop.example@evil.example/',
  'https://me:secret@pay.example/',
  'ftp://pay.example/',
  'intent://pay.example#Intent;end',
  'upi://pay?pa=x',
  'blob:https://pay.example/1',
  'view-source:https://pay.example/',
])('a shopper is not sent to %j', (url) => {
  expect(safeStep(redirect(url), REAL)).toBeUndefined()
  expect(safeStep(form(url), REAL)).toBeUndefined()
})

test('a simulator may use an http address, but no other scheme', () => {
  expect(safeStep(redirect('http://127.0.0.1:8080/a'), SIMULATED)).toEqual(redirect('http://127.0.0.1:8080/a'))
  for (const url of ['javascript:alert(1)', 'http://me@pay.example/', '//evil.example']) {
    expect(safeStep(redirect(url), SIMULATED)).toBeUndefined()
  }
})

test('a step of 3-D Secure has no address of its own', () => {
  const step = { kind: 'action', type: 'FINGERPRINT', token: 't', paymentData: 'p' } as never
  expect(safeStep(step, REAL)).toBe(step)
})
