import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TollgateError } from './error.ts'
import { verifyWebhook } from './webhook.ts'

const SECRET = `whsec_${Buffer.from('a secret of the endpoint, 32 byte').toString('base64')}`
const NOW = 1_700_000_000_000
const BODY = '{"event":"transaction.processed","payload":{"id":"t1","amount":9007199254740993,"status":"APPROVED"}}'
const VECTORS = new URL('../test/vectors/standard-webhooks.json', import.meta.url)

test('a signed webhook is read to the last digit, from Node’s headers and from a fetch Request’s', () => {
  const event = { id: 'evt_1', event: 'transaction.processed', payload: { id: 't1', amount: 9007199254740993n } }
  expect(verifyWebhook(SECRET, headersOf(), BODY, NOW)).toMatchObject(event)
  expect(verifyWebhook(SECRET, new Headers(headersOf()), Buffer.from(BODY), NOW)).toMatchObject(event)
})

test.each([
  ['as they came', 'Webhook-'],
  ['in capitals', 'WEBHOOK-'],
  ['small', 'webhook-'],
])('names of headers have no case (%s), and values may come as lists', (_how, prefix) => {
  const named = Object.entries(headersOf()).map(([name, value]) => [name.replace('webhook-', prefix), value] as const)
  const lists = named.map(([name, value]) => [name, [value]] as const)
  const twice = [...lists.slice(0, 2), [`${prefix}signature`, ['v1,AAAA', named[2]![1]]] as const]
  for (const headers of [named, lists, twice])
    expect(verifyWebhook(SECRET, { 'x-other': undefined, ...Object.fromEntries(headers) }, BODY, NOW).id).toBe('evt_1')
})

test('the headers of another fetch are read, and an id that comes twice is none', () => {
  const others = { get: (name: string) => new Headers(headersOf()).get(name) } as Headers
  expect(verifyWebhook(SECRET, others, BODY, NOW).id).toBe('evt_1')
  expect(refused({ ...headersOf(), 'Webhook-Id': 'evt_2' }, BODY, NOW)).toMatch('not signed')
  expect(refused({}, BODY, NOW)).toMatch('has no webhook-id')
})

test('either of two signatures is enough while a secret is rotated', () => {
  const headers = headersOf()
  const both = `v1,${Buffer.alloc(32).toString('base64')} ${headers['webhook-signature']}`
  expect(verifyWebhook(SECRET, { ...headers, 'webhook-signature': both }, BODY, NOW).id).toBe('evt_1')
})

test('five minutes of clock difference are tolerated either way, one second more is not', () => {
  for (const seconds of [-300, 300]) expect(verifyWebhook(SECRET, headersOf(), BODY, NOW + seconds * 1000)).toBeTruthy()
  for (const seconds of [-301, 301]) expect(refused(headersOf(), BODY, NOW + seconds * 1000)).toMatch('clock')
})

test('another tolerance replaces the five minutes', () => {
  const after = (seconds: number, toleranceSeconds: number) => ({ now: NOW + seconds * 1000, toleranceSeconds })
  expect(verifyWebhook(SECRET, headersOf(), BODY, after(86_400, 86_400)).id).toBe('evt_1')
  expect(verifyWebhook(SECRET, headersOf(), BODY, after(-5, 5)).id).toBe('evt_1')
  for (const options of [after(6, 5), after(-6, 5), after(0, Number.NaN), after(1, -1)])
    expect(refused(headersOf(), BODY, options)).toMatch('clock')
  const now = Math.floor(Date.now() / 1000)
  expect(verifyWebhook(SECRET, headersOf(), BODY, { toleranceSeconds: now }).id).toBe('evt_1')
})

test.each([
  ['another body', headersOf(), `${BODY} `],
  ['another id', { ...headersOf(), 'webhook-id': 'evt_2' }, BODY],
  ['no signature', { ...headersOf(), 'webhook-signature': undefined }, BODY],
  ['a short signature', { ...headersOf(), 'webhook-signature': 'v1,AAAA' }, BODY],
  [
    'the right signature under another version',
    { ...headersOf(), 'webhook-signature': headersOf()['webhook-signature'].replace('v1', 'v2') },
    BODY,
  ],
  ['a time that is no number', { ...headersOf(), 'webhook-timestamp': 'NaN' }, BODY],
])('a webhook with %s is refused', (_what, headers, body) => {
  expect(refused(headers, body, NOW)).toMatch('The webhook')
})

interface Vectors {
  sign: { secret: string; payload: string }[]
  verify: { id: string; payload?: string; headers: Record<string, string>; nowSec: number; ok: boolean }[]
}

test('every published Standard Webhooks case is judged alike', () => {
  const { sign, verify } = JSON.parse(readFileSync(VECTORS, 'utf8')) as Vectors
  const first = sign[0]!
  const judged = verify.map(({ id, payload = first.payload, headers, nowSec }) => ({
    id,
    ok: accepted(() => verifyWebhook(first.secret, headers, payload, nowSec * 1000)),
  }))
  expect(judged).toEqual(verify.map(({ id, ok }) => ({ id, ok })))
})

function headersOf() {
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64')
  const timestamp = String(NOW / 1000)
  const signature = createHmac('sha256', key).update(`evt_1.${timestamp}.${BODY}`).digest('base64')
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

type Options = Parameters<typeof verifyWebhook>[3]

function refused(headers: Parameters<typeof verifyWebhook>[1], body: string, options: Options): string {
  try {
    verifyWebhook(SECRET, headers, body, options)
  } catch (error) {
    if (error instanceof TollgateError) return error.message
  }
  return 'taken'
}

function accepted(act: () => unknown): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}
