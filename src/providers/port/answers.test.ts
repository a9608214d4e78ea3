import { describe, expect, test } from 'vitest'
import { gatewayOutcome } from '#domain/transaction.ts'
import { asAsked } from './answers.ts'
import { OtherMoney } from './provider.ts'

const APPROVED = { kind: 'outcome', outcome: gatewayOutcome('0000', 'approved') } as const

describe('an approval', () => {
  test.each([
    ['nothing', {}],
    ['null', { amounts: [['1000', null]], currencies: [['EUR', undefined]], ids: [['att_1', null]] }],
    ['a number', { amounts: [['1000', 1000]] }],
    ['a number of major units', { amounts: [['12.50', 12.5]] }],
    ['a text with zeros', { amounts: [['000000001000', '1000']] }],
    ['fewer decimals', { amounts: [['12.00', '12']] }],
    ['a number beyond what JSON keeps', { amounts: [['9007199254740993', 9007199254740992]] }],
    ['a currency in small letters', { currencies: [['EUR', 'eur']] }],
    ['our own id', { ids: [['att_1', 'att_1']] }],
  ] as const)('that repeats %s is one', (_, repeated) => {
    expect(asAsked(APPROVED, repeated)).toBe(APPROVED)
  })

  test.each([
    ['less', { amounts: [['1000', 1]] }, 'amount'],
    ['more', { amounts: [['1000', '1001']] }, 'amount'],
    ['a hundredth', { amounts: [['12.50', '1250']] }, 'amount'],
    ['no number', { amounts: [['1000', 'a lot']] }, 'amount'],
    ['an object', { amounts: [['1000', {}]] }, 'amount'],
    ['an empty text', { amounts: [['1000', '']] }, 'amount'],
    ['one right and one wrong amount', { amounts: [['1000', 1000] as const, ['1000', 1] as const] }, 'amount'],
    ['another currency', { currencies: [['EUR', 'USD']] }, 'currency'],
    ['another id', { ids: [['att_1', 'ATT_1']] }, 'attempt'],
  ] as const)('that repeats %s is none', (_, repeated, what) => {
    expect(() => asAsked(APPROVED, repeated)).toThrow(OtherMoney)
    expect(() => asAsked(APPROVED, repeated)).toThrow(what)
  })
})

test.each(['1000', '1002', '1005'] as const)('an answer %s may repeat anything', (code) => {
  const answer = { kind: 'outcome', outcome: gatewayOutcome(code, '') } as const
  expect(asAsked(answer, { amounts: [['1000', 1]] })).toBe(answer)
})
