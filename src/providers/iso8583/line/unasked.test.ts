import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Iso8583Sandbox, openIso8583Sandbox } from '#test/iso8583-sandbox/index.ts'
import { paymentMessage } from '#test/iso8583-sandbox/messages.ts'
import { ISO_1987 } from '../codec/field-table.ts'
import type { Fields, Message } from '../codec/message.ts'
import { Unanswered } from './errors.ts'
import { Line, type LineUser, type Timings } from './line.ts'

// Unrequested messages of a host, and answers that differ from their requests.

const QUICK: Timings = { echoMs: 60_000, answerMs: 500, leaseMs: 30_000, backOffMs: () => 30 }

let sandbox: Iso8583Sandbox
let line: Line
let strays: Message[]
let unreadable: number
let givenUp: number
let stan = 0
let onStray: LineUser['onStray']

function nextTrace() {
  stan += 1
  return { stan: String(stan).padStart(6, '0'), transmitted: '1121021500' }
}

function lineTo({ port }: Iso8583Sandbox, timings: Partial<Timings> = {}): Line {
  const codec = { table: ISO_1987, bitmap: 'hex' } as const
  const user: LineUser = {
    isOurs: () => true,
    nextTrace: async () => nextTrace(),
    onStray: (message: Message) => onStray(message),
    onUnreadable() {
      unreadable += 1
    },
    onGivenUp() {
      givenUp += 1
    },
  }
  return new Line({ host: '127.0.0.1', port, tls: null, length: 'ascii4', codec }, user, { ...QUICK, ...timings })
}

function echo(fields: Fields = {}): Message {
  const { stan: number, transmitted } = nextTrace()
  return { type: '0800', fields: { 7: transmitted, 11: number, 70: '301', ...fields } }
}

const inTime = (milliseconds = 20_000) => AbortSignal.timeout(milliseconds)
const pay = (amount: string, signal = inTime()) => line.exchange(paymentMessage(nextTrace(), amount), signal)

beforeEach(async () => {
  sandbox = await openIso8583Sandbox()
  ;[strays, unreadable, givenUp, onStray] = [[], 0, 0, async (message) => void strays.push(message)]
  line = lineTo(sandbox)
})
afterEach(async () => {
  await line.close()
  await sandbox.close()
})

test('answers the host’s requests and advices before our sign-on is answered, as it does afterwards', async () => {
  sandbox.orders.isMute = true
  const ready = line.ready()
  await expect.poll(() => sandbox.requests.length).toBe(1)
  const request = (type: string, code: string) => ({ type, fields: { 7: '1121021500', 11: '900001', 70: code } })
  sandbox.send(request('0800', '001'))
  // On a busy machine the line signs on again meanwhile.
  const answers = () => sandbox.requests.filter(({ type }) => type !== '0800')
  await expect.poll(() => answers().at(-1)).toMatchObject({ type: '0810', fields: { 39: '00', 70: '001' } })
  for (const [type, code, answer, response] of [
    ['0820', '301', '0830', '00'],
    ['0821', '201', '0830', '00'],
    ['0801', '002', '0810', '00'],
    // A key that it did not take would make every message after it unreadable.
    ['0800', '161', '0810', '40'],
  ] as const) {
    sandbox.send(request(type, code))
    const expected = { type: answer, fields: { ...request(type, code).fields, 39: response } }
    await expect.poll(() => answers().at(-1)).toEqual(expected)
  }
  await ready
})

test('an answer need not repeat acquirer and terminal, and may write the acquirer with zeros in front', async () => {
  const forms: Fields[] = [{ 32: '' }, { 41: '' }, { 32: '', 41: '' }, { 32: '00000438309' }, { 41: ' '.repeat(8) }]
  for (const changes of forms) {
    sandbox.orders.answers = changes
    expect((await pay('1000')).fields[39]).toBe('00')
  }
  expect(strays).toEqual([])
})

test.each<Fields>([{ 32: '438308' }, { 41: 'TERM0002' }, { 11: '999999' }, { 7: '1121021501' }])(
  'an answer with %o of another request answers no request',
  async (changes) => {
    await line.ready()
    sandbox.orders.answers = changes
    await expect(pay('1000', inTime(300))).rejects.toThrow(Unanswered)
    await expect.poll(() => strays).toMatchObject([{ type: '0110', fields: changes }])
  },
)

describe('A host that sends unasked messages', () => {
  const frame = (text: string, times: number) => Buffer.from(text.repeat(times))

  test('is disconnected after fifty unreadable messages in a row, and reconnected after a longer time each time', async () => {
    const waits: number[] = []
    line = lineTo(sandbox, {
      backOffMs: (failures) => {
        waits.push(failures)
        return 30
      },
    })
    await line.ready()
    for (const round of [1, 2, 3]) {
      await expect.poll(() => sandbox.connections).toBe(1)
      await expect.poll(() => line.exchange(echo(), inTime()).then(({ type }) => type)).toBe('0810')
      sandbox.shout(frame('0004junk', 20_000))
      await expect.poll(() => waits.length).toBe(round)
    }
    expect([waits, givenUp, unreadable]).toEqual([[1, 2, 3], 3, 150])
    await expect.poll(() => pay('1000').then(({ fields }) => fields[39])).toBe('00')
  })

  test('is read no further while a stray is being written', async () => {
    await line.ready()
    let seen = 0
    let write = () => {}
    onStray = () => {
      seen += 1
      return new Promise((resolve) => (write = resolve))
    }
    const stray = { type: '0210', fields: { 7: '1121021500', 11: '900001', 39: '00' } }
    for (let sent = 0; sent < 2000; sent += 1) sandbox.send(stray)
    await expect.poll(() => seen).toBe(1)
    write()
    await expect.poll(() => seen).toBe(2)
  })

  test('is answered at a limited rate, which delays nothing else', async () => {
    await line.ready()
    const asked = { type: '0800', fields: { 7: '1121021500', 11: '900001', 70: '301' } }
    for (let sent = 0; sent < 5000; sent += 1) sandbox.send(asked)
    const answers = () => sandbox.requests.filter(({ type }) => type === '0810').length
    await expect.poll(answers).toBeGreaterThan(100)
    expect(answers()).toBeLessThan(5000)
  })

  test('is sent nothing further while it does not read', async () => {
    await line.ready()
    sandbox.stopReading()
    const long = Object.fromEntries([48, 60, 61, 62, 63, 120, 121, 122].map((number) => [number, 'x'.repeat(999)]))
    const many = await Promise.allSettled(Array.from({ length: 3000 }, () => line.exchange(echo(long), inTime(1000))))
    const reasons = many.map((end) => (end.status === 'rejected' ? (end.reason as Error).message : ''))
    expect(new Set(reasons)).toContain('The acquirer’s host takes nothing more.')
  })
})
