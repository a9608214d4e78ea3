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

const KEY = Buffer.from('a secret of the endpoint, 32 byte')
const UNUSABLE_SECRETS: readonly [string, unknown, Uint8Array][] = [
  ['a variable that is not set', undefined, Buffer.alloc(0)],
  ['null', null, Buffer.alloc(0)],
  ['an empty text', '', Buffer.alloc(0)],
  ['the prefix alone', 'whsec_', Buffer.alloc(0)],
  ['blanks', '   ', Buffer.alloc(0)],
  ['blanks after the prefix', 'whsec_  ', Buffer.alloc(0)],
  ['asterisks', '****', Buffer.alloc(0)],
  ['masked', 'whsec_********************************', Buffer.alloc(0)],
  ['another prefix', SECRET.replace('whsec_', 'sk_live_'), KEY],
  ['no prefix', SECRET.replace('whsec_', ''), KEY],
  ['23 bytes', `whsec_${Buffer.alloc(23, 7).toString('base64')}`, Buffer.alloc(23, 7)],
  ['no secret of several', [], Buffer.alloc(0)],
  ['one of several', [SECRET, ''], KEY],
]

test.each(UNUSABLE_SECRETS)(
  'a secret that cannot be one is refused with an error about it (%s)',
  (_what, secret, key) => {
    const error = errorOf(() => verifyWebhook(secret as string, headersOf(key), BODY, NOW))
    expect(error).toMatchObject({ code: 'invalid_request', problems: [{ property: 'secret' }] })
    expect(error?.message).toMatch('whsec_ and at least 24 bytes')
  },
)

test('a secret counts with blanks and a line end around it, and as one of several', () => {
  const other = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  for (const secret of [` ${SECRET}\r\n`, [other, SECRET], SECRET.replaceAll('=', '')])
    expect(verifyWebhook(secret, headersOf(), BODY, NOW).id).toBe('evt_1')
  expect(errorOf(() => verifyWebhook([other, other], headersOf(), BODY, NOW))?.code).toBe('invalid_webhook')
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

function headersOf(key: Uint8Array = KEY) {
  const timestamp = String(NOW / 1000)
  const signature = createHmac('sha256', key).update(`evt_1.${timestamp}.${BODY}`).digest('base64')
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

type Options = Parameters<typeof verifyWebhook>[3]

function refused(headers: Parameters<typeof verifyWebhook>[1], body: string, options: Options): string {
  return errorOf(() => verifyWebhook(SECRET, headers, body, options))?.message ?? 'taken'
}

function errorOf(act: () => unknown): TollgateError | undefined {
  try {
    act()
  } catch (error) {
    if (error instanceof TollgateError) return error
    throw error
  }
  return undefined
}

function accepted(act: () => unknown): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}
