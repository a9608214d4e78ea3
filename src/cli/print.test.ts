import { describe, expect, it } from 'vitest'
import { asJson, asText } from './print.ts'

describe('for people', () => {
  it('a list is a table of the chosen columns', () => {
    const items = [
      { id: 'a', name: 'Larkspur Coffee', note: 'x' },
      { id: 'bcd', name: null, note: 'y' },
    ]
    expect(asText({ items, next_cursor: null }, ['id', 'name'])).toBe('id   name\na    Larkspur Coffee\nbcd  –')
  })

  it('a text of several lines is one row of a list', () => {
    expect(asText({ items: [{ name: 'a\nmer_2  b' }, { name: 'c' }] })).toBe('name\na mer_2  b\nc')
  })

  it('a list that goes on says how', () => {
    expect(asText({ items: [{ id: 'a' }], next_cursor: 'c1' })).toBe('id\na\n\nNext page: --cursor c1')
  })

  it('a provider’s text that is the name of another outcome is left out', () => {
    const texts = { response_message: 'approved', payment_provider_response_message: 'Do not honor' }
    expect(asText({ processing_code: '1000', ...texts })).toMatch(/response message +–\n.*Do not honor$/)
    expect(asText({ processing_code: '0000', ...texts })).toContain('approved')
  })

  it('a boolean is printed as yes or no', () => {
    expect(asText({ items: [{ ok: true }, { ok: false }] })).toBe('ok\nyes\nno')
  })

  it('a field that only later rows have is a column', () => {
    expect(asText({ items: [{ id: 'a' }, { id: 'b', accepted_by: 'ana' }] })).toBe('id  accepted by\na   –\nb   ana')
  })

  it('an amount inside a cell stands to the last digit', () => {
    const expected = { amount: 9223372036854775807n, currency: 'EUR' }
    expect(asText({ items: [{ line: 2, expected }] })).toBe(
      'line  expected\n2     {"amount":9223372036854775807,"currency":"EUR"}',
    )
  })

  it('an empty list says so', () => {
    expect(asText({ items: [], next_cursor: null }, ['id'])).toBe('None.')
  })

  it('a record shows every field, what is inside others below them', () => {
    const record = { id: 'a', customer: { first_name: 'Ana' }, deliveries: [{ id: 'b', status: 'FAILED' }], errors: [] }
    expect(asText(record).split('\n')).toEqual([
      'id          a',
      'customer',
      '  first name  Ana',
      'deliveries',
      '  id  status',
      '  b   FAILED',
      'errors      –',
    ])
  })

  it('an amount stands in minor units and in its currency, to the last digit', () => {
    expect(asText({ amount: 9223372036854775807n, currency: 'EUR' })).toContain(
      '9223372036854775807 (€92,233,720,368,547,758.07)',
    )
    expect(asText({ amount: 5n, currency: 'JPY' })).toContain('5 (¥5)')
  })

  it('a text of several lines can be copied as it is', () => {
    expect(asText({ public_key: '-----BEGIN\nabc\n-----END\n' })).toBe('public key\n-----BEGIN\nabc\n-----END')
  })

  it('a key is printed on one line, with any content', () => {
    expect(asText({ 'a\nstatus  APPROVED': 'b' })).toBe('a status  APPROVED  b')
  })
})

it('for scripts it is JSON with amounts to the last digit', () => {
  expect(asJson({ amount: 9223372036854775807n })).toBe('{\n  "amount": 9223372036854775807\n}')
})
