import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { passesLuhn } from '#domain/card-rules.ts'
import { traced, useTracer } from '#trace/index.ts'
import { Tracer } from '#trace/tracer.ts'
import { createLog } from './log.ts'

const CARD = '4111111111111111'

/** Captures the output of a logger, as text and parsed. */
function logged(act: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = []
  act(createLog('trace', 'test', (line) => void lines.push(line)))
  return { text: lines.join(''), first: JSON.parse(lines[0]!) }
}

/** Numbers of 12 to 19 digits with a correct check digit. */
const cardNumber = fc
  .stringMatching(/^[1-9]\d{10,17}$/)
  .map((start) => start + [...'0123456789'].find((digit) => passesLuhn(start + digit)))

describe('a card number', () => {
  test.each<[string, (log: ReturnType<typeof createLog>) => void]>([
    ['in the message', (log) => log.info(`got ${CARD}!`)],
    ['in a message parameter', (log) => log.info('got %s', CARD)],
    ['in a value at any depth', (log) => log.info({ a: { b: [{ c: `x${CARD}` }] } })],
    ['as a number', (log) => log.info({ amount: Number(CARD) })],
    ['as the name of a value', (log) => log.info({ [CARD]: 1 })],
    ['in an error and its cause', (log) => log.error(new Error(CARD, { cause: new Error(CARD) }))],
    ['in a child logger', (log) => log.child({ number: CARD }).info('hello')],
    ['in groups of four', (log) => log.info('4111 1111 1111 1111 or 4111-1111-1111-1111')],
    ['in the groups of American Express', (log) => log.info('3782 822463 10005')],
    ['between quotes and escapes', (log) => log.info(`"${CARD}"\n\\${CARD}"`)],
  ])('%s is not logged', (_, act) => {
    expect(logged(act).text.replace(/[ -]/g, '')).not.toMatch(/4111111111111111|378282246310005/)
  })

  test('of any length is masked, and the line stays JSON', () => {
    fc.assert(
      fc.property(cardNumber, fc.string({ unit: fc.constantFrom('a', '"', '\\', '{', ' ', 'é') }), (number, text) => {
        const { first } = logged((log) => log.info({ text, number: JSON.rawJSON(number) }, text + number + text))
        expect(first.text).toBe(text)
        expect(first.number + first.msg).not.toContain(number)
      }),
    )
  })
})

test('what is no card number is logged as it is', () => {
  const id = '0199c1a2-7b3c-7d11-9c2e-4a5b6c7d8e9f'
  const { first } = logged((log) => log.info({ id, amount: 123_456_789_012_345, digits: '4111111111111112' }, 'x'))
  expect(first).toMatchObject({ id, amount: 123_456_789_012_345, digits: '4111111111111112', msg: 'x' })
  expect(new Date(first.time).getTime()).toBeCloseTo(Date.now(), -5)
})

test('values with the names of secrets are not logged', () => {
  const { text } = logged((log) =>
    log.info({ cvv: '123x', headers: { authorization: 'Bearer x123x' }, body: { card: { number: '123x' } } }),
  )
  expect(text).not.toContain('123x')
})

test('an error is logged with its name, message, code and cause, and without the rows it quotes', () => {
  const error = Object.assign(new Error('duplicate key', { cause: 'a text' }), { code: '23505', detail: '(a)=(b)' })
  const { first } = logged((log) => log.error(error))
  expect(first.err).toMatchObject({
    name: 'Error',
    message: 'duplicate key',
    code: '23505',
    cause: { message: 'a text' },
  })
  expect(first.err).not.toHaveProperty('detail')
})

test('a request is logged with its path, without the query', () => {
  const { first } = logged((log) => log.info({ req: { id: 1, method: 'GET', url: '/a?token=1', headers: {} } }))
  expect(first.req).toEqual({ id: 1, method: 'GET', path: '/a' })
})

test('a line within a trace names it', async () => {
  useTracer(new Tracer(() => undefined, 1))
  try {
    const { first } = await traced('a call', {}, async () => logged((log) => log.info('within')))
    expect(first.trace_id).toMatch(/^[0-9a-f]{32}$/)
    expect(logged((log) => log.info('outside')).first).not.toHaveProperty('trace_id')
  } finally {
    useTracer(undefined)
  }
})

test('LOG_LEVEL decides what is logged', () => {
  const lines: string[] = []
  const log = createLog('warn', 'test', (line) => void lines.push(line))
  log.info('no')
  log.warn('yes')
  expect(lines).toHaveLength(1)
})
