import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Iso8583Sandbox, openIso8583Sandbox } from '#test/iso8583-sandbox/index.ts'
import { paymentMessage } from '#test/iso8583-sandbox/messages.ts'
import { ISO_1987 } from '../codec/field-table.ts'
import type { Message } from '../codec/message.ts'
import { backOffMs } from './back-off.ts'
import { NotSent, Unanswered } from './errors.ts'
import { Line, type LineUser, type Timings } from './line.ts'

const QUICK: Timings = { echoMs: 60_000, answerMs: 500, leaseMs: 30_000, backOffMs: () => 30 }

let sandbox: Iso8583Sandbox
let line: Line
let strays: Message[]
let unreadable: number
let stan = 0

let nextTrace: LineUser['nextTrace']
const usualTrace = async () => {
  stan += 1
  return { stan: String(stan).padStart(6, '0'), transmitted: '1121021500' }
}

function lineTo({ port }: Iso8583Sandbox, timings: Partial<Timings> = {}, bitmap: 'hex' | 'binary' = 'hex'): Line {
  const codec = { table: ISO_1987, bitmap }
  const place = { host: '127.0.0.1', port, tls: null, length: bitmap === 'hex' ? 'ascii4' : 'binary2', codec } as const
  const user = {
    isOurs: () => true,
    nextTrace: () => nextTrace(),
    onStray: async (message: Message) => void strays.push(message),
    onUnreadable() {
      unreadable += 1
    },
    onGivenUp: () => undefined,
  }
  return new Line(place, user, { ...QUICK, ...timings })
}

async function paymentOf(amount: string): Promise<Message> {
  return paymentMessage(await nextTrace(), amount)
}

const inTime = (milliseconds = 20_000) => AbortSignal.timeout(milliseconds)
const pay = async (amount: string, signal = inTime()) => line.exchange(await paymentOf(amount), signal)

beforeEach(async () => {
  sandbox = await openIso8583Sandbox()
  ;[strays, unreadable, nextTrace] = [[], 0, usualTrace]
  line = lineTo(sandbox)
})
afterEach(async () => {
  await line.close()
  await sandbox.close()
})

test('the host refuses a wrong message, so that it is no mute judge', async () => {
  const { type, fields } = await paymentOf('1000')
  const { 14: _, ...incomplete }: Record<number, string> = { ...fields, 22: '051' }
  expect((await line.exchange({ type, fields: incomplete }, inTime())).fields[39]).toBe('30')
  expect(sandbox.complaints).toEqual(['0100: 14 is missing', '0100: 22 has another form'])
  expect(sandbox.book.entries.size).toBe(0)
})

test('signs on before anything else, once', async () => {
  await Promise.all([pay('1000'), pay('1000')])
  expect(sandbox.requests.map(({ type, fields }) => type + (fields[70] ?? ''))).toEqual(['0800001', '0100', '0100'])
})

test('with two bytes of length and a binary bitmap', async () => {
  const other = await openIso8583Sandbox({ length: 'binary2', bitmap: 'binary' })
  const its = lineTo(other, {}, 'binary')
  expect((await its.exchange(await paymentOf('1000'), inTime())).fields[39]).toBe('00')
  await its.close()
  await other.close()
})

test('gives each of many requests in flight its own answer, in any order', async () => {
  const slow = pay('5993')
  const amounts = Array.from({ length: 50 }, (_, index) => String(100 + index))
  const answers = await Promise.all(amounts.map((amount) => pay(amount)))
  expect(answers.map(({ fields }) => Number(fields[4]))).toEqual(amounts.map(Number))
  expect((await slow).fields[4]).toBe('000000005993')
  expect(strays).toEqual([])
})

test('an answer that comes twice is used once; the second belongs to no request', async () => {
  expect((await pay('5994')).fields[39]).toBe('00')
  await expect.poll(() => strays).toMatchObject([{ type: '0110', fields: { 4: '000000005994' } }])
})

test('an answer that comes too late is not lost', async () => {
  await line.ready()
  await line.ready()
  await expect(pay('5993', inTime(300))).rejects.toThrow(Unanswered)
  await expect.poll(() => strays).toMatchObject([{ type: '0110', fields: { 39: '00' } }])
})

test('what was sent and not answered is unanswered when the line breaks', async () => {
  const waiting = [pay('5991'), pay('5991'), pay('5995')]
  const ends = await Promise.allSettled(waiting)
  for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: expect.any(Unanswered) })
  expect(sandbox.book.entries.size).toBe(3)
})

test('comes back and signs on again', async () => {
  await pay('1000')
  sandbox.hangUp()
  await expect.poll(() => sandbox.requests.filter(({ fields }) => fields[70] === '001').length).toBe(2)
  await expect.poll(() => pay('1000').then(({ fields }) => fields[39])).toBe('00')
})

test('while the line is down, a request fails immediately as not sent', async () => {
  const BACK_OFF_MS = 60_000
  line = lineTo(sandbox, { backOffMs: () => BACK_OFF_MS })
  await pay('1000')
  sandbox.hangUp()
  await expect.poll(() => pay('1000').catch((error: unknown) => error)).toBeInstanceOf(NotSent)
  const asked = sandbox.requests.length
  const start = Date.now()
  await expect(pay('1000')).rejects.toThrow(NotSent)
  expect(Date.now() - start).toBeLessThan(BACK_OFF_MS)
  expect(sandbox.requests.length).toBe(asked)
})

describe('Nothing is sent', () => {
  test('without a listening host', async () => {
    const { port } = sandbox
    await sandbox.close()
    line = lineTo({ port } as Iso8583Sandbox)
    await expect(pay('1000')).rejects.toThrow('ECONNREFUSED')
    await sandbox.listen(port)
  })

  test('where the host refuses our sign-on', async () => {
    sandbox.orders.signOn = '58'
    await expect(pay('1000')).rejects.toThrow('It rejected our sign-on (response code 58).')
  })

  test('when there is no time left', async () => {
    await expect(pay('1000', AbortSignal.abort())).rejects.toThrow(NotSent)
    expect(sandbox.book.entries.size).toBe(0)
  })

  test('that the table does not allow', async () => {
    const { type, fields } = await paymentOf('1000')
    await expect(line.exchange({ type, fields: { ...fields, 43: 'Café' } }, inTime())).rejects.toThrow(NotSent)
  })
})

test('asks whether the host is there while nothing else is said', async () => {
  line = lineTo(sandbox, { echoMs: 40 })
  await line.ready()
  await expect.poll(() => sandbox.requests.filter(({ fields }) => fields[70] === '301').length).toBeGreaterThan(2)
  expect(sandbox.requests.filter(({ fields }) => fields[70] === '001')).toHaveLength(1)
})

test('two echoes without an answer, and the line is opened again', async () => {
  line = lineTo(sandbox, { echoMs: 40 })
  await line.ready()
  sandbox.orders.isDeaf = true
  await expect.poll(() => sandbox.requests.filter(({ fields }) => fields[70] === '001').length).toBeGreaterThan(1)
  const codes = sandbox.requests.map(({ fields }) => fields[70])
  expect(codes.slice(0, 4)).toEqual(['001', '301', '301', '001'])
})

test("answers the host's own echo", async () => {
  await line.ready()
  sandbox.send({ type: '0800', fields: { 7: '1121021500', 11: '900001', 70: '301' } })
  await expect
    .poll(() => sandbox.requests.at(-1))
    .toEqual({ type: '0810', fields: { 7: '1121021500', 11: '900001', 39: '00', 70: '301' } })
})

test.each<[string, LineUser['nextTrace']]>([
  ['that cannot be written', async () => ({ stan: '1000000', transmitted: '1121021500' })],
  ['at all', () => Promise.reject(new Error('The database is away.'))],
])('closes where there is no trace number for a sign-off %s', async (_, next) => {
  await line.ready()
  nextTrace = next
  await line.close()
  await expect.poll(() => sandbox.connections).toBe(0)
})

test('an unreadable message does not affect other answers; lost lengths end the connection', async () => {
  const waiting = pay('5993')
  await expect.poll(() => sandbox.book.entries.size).toBe(1)
  sandbox.shout(Buffer.from('0006011ZZZ'))
  expect((await waiting).fields[39]).toBe('00')
  expect(unreadable).toBe(1)
  sandbox.shout(Buffer.from('HTTP/1.1 400'))
  await expect.poll(() => sandbox.requests.filter(({ fields }) => fields[70] === '001').length).toBe(2)
})

test('waits longer each time, up to half a minute, and never as long as the others', () => {
  const shortest = [1, 2, 3, 4, 5, 6, 60].map((failures) => backOffMs(failures, 0))
  const longest = [1, 2, 3, 4, 5, 6, 60].map((failures) => backOffMs(failures, 1))
  expect(longest).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect(shortest).toEqual(longest.map((milliseconds) => milliseconds / 2))
})

test('signs off when it is closed, and stays closed', async () => {
  await pay('1000')
  await line.close()
  await expect.poll(() => sandbox.requests.at(-1)?.fields[70]).toBe('002')
  await expect(pay('1000')).rejects.toThrow(NotSent)
  expect(sandbox.connections).toBe(0)
})
