import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasCardNumber } from './card-numbers-in-text.ts'
import { passesLuhn } from './card-rules.ts'
import { keptJson, keptName, keptPhone, keptText } from './kept-text.ts'
import { Secret } from './secret.ts'

const VISA = '4111111111111111'
const MASKED = '411111******1111'

describe('a card number in a text is masked', () => {
  it.each([
    ['alone', VISA, MASKED],
    ['in groups', '4111 1111 1111 1111', MASKED],
    ['with hyphens', '4111-1111-1111-1111', MASKED],
    ['with dots', '4111.1111.1111.1111', MASKED],
    ['with other dashes and wide blanks', '4111–1111\u00a01111\u20091111', MASKED],
    ['in groups of its own', '41 11111 111111 111', MASKED],
    ['digit by digit', [...VISA].join(' '), MASKED],
    ['over several lines', '4111\n1111\n1111\n1111', MASKED],
    ['with marks of no width', '4111\u200b1111\u200d1111\u00ad1111', MASKED],
    ['in full-width digits', '４１１１１１１１１１１１１１１１', MASKED],
    ['in Arabic digits', '٤١١١١١١١١١١١١١١١', MASKED],
    ['in Persian digits', '۴۱۱۱ ۱۱۱۱ ۱۱۱۱ ۱۱۱۱', MASKED],
    ['beside letters', `card${VISA}x`, `card${MASKED}x`],
    ['before the @ of an email', `${VISA}@shop.example`, `${MASKED}@shop.example`],
    ['after other numbers', 'order 12 4111 1111 1111 1111', `order 12 ${MASKED}`],
    ['before other numbers', `${VISA} 12/30 123`, `${MASKED} 12/30 123`],
    ['twice', `${VISA}, 5555555555554444`, `${MASKED}, 555555******4444`],
    ['of American Express', '3782 822463 10005', '378282*****0005'],
    ['of Diners Club', '30569309025904', '305693****5904'],
    ['of Elo', '6362970000457013', '636297******7013'],
    ['after a plus sign', `+${VISA}`, `+${MASKED}`],
    ...[',', '+', ':', '|', '*', '\\', '/', '_', ';', ' | ', ', ', ')(', '      ', '\r\n\r\n', ' \n '].map(
      (between) => [
        `with ${JSON.stringify(between)} between its groups`,
        ['4111', '1111', '1111', '1111'].join(between),
        MASKED,
      ],
    ),
    ['with every group in parentheses', '(4111) (1111) (1111) (1111)', `(${MASKED})`],
    ['in a URL', 'https://x.example/?c=4111%201111%201111%201111', `https://x.example/?c=${MASKED}`],
    ['in a URL, escaped twice', 'a%25204111%25201111%25201111%25201111', `a%2520${MASKED}`],
    ['behind an escaped sign', `%20${VISA}%0A`, `%20${MASKED}%0A`],
    ['behind a percent sign', `5%${VISA}`, `5%${MASKED}`],
    ['in escaped digits', [...VISA].map((digit) => `%3${digit}`).join(''), MASKED],
    ['after a phone number', `+46 70 123 45 67 / ${VISA}`, `+46 70 123 45 67 / ${MASKED}`],
    ['of Maestro with 19 digits', '6799 9901 0000 0000 019', '679999*********0019'],
    ['of UnionPay, as its program groups it', '622126 0000000000001', '622126*********0001'],
    ['of American Express with plus signs', '3782+822463+10005', '378282*****0005'],
    ['after an order and before its expiry', '12/4111 1111 1111 1111 12/30 123', `12/${MASKED} 12/30 123`],
  ])('%s', (_how, text, masked) => {
    expect(keptText(text)).toBe(masked)
    expect(hasCardNumber(text)).toBe(true)
  })
})

describe('left alone is', () => {
  it.each([
    ['what fails the Luhn check', '4111111111111112'],
    ['a prefix of no network', '1234567812345670'],
    ['another one', '9999999999999995'],
    ['a length that the network does not have', '41111111111116'],
    ['more digits than a card has', `${VISA}0000`],
    ['a phone number', '+46 70 123 45 67'],
    ['a phone number that looks like a card', '+378282246310005'],
    ['an IBAN', 'DE89 3704 0044 0532 0130 00'],
    ['an IBAN without blanks', 'DE89370400440532013000'],
    ['a UUID', '41111111-1111-4111-8111-111111111111'],
    ['a digest', `a${VISA}bcdef0123456789abcdef0123456789`],
    ['a moment', '2026-11-26T20:04:52.123456Z 1764187492123'],
    ['a list of amounts', '4111,1111,1111,1111,2500'],
    ['an IBAN with hyphens', 'DE42-3716-5620-3488-2561-13'],
    ['an IBAN with words behind it', 'Refund to DE42 3716 5620 3488 2561 13 by Ada'],
    ['a decimal number', '0.4111111111111111'],
    ['coordinates', '44.426768 26.102538'],
    ['two phone numbers', '555 566 4114 / 555 262 1379'],
    ['a tax number', '36.643.980/0001-32'],
    ['another tax number', '5.871.8149.0042'],
    ['a phone number and a count', '+378282246310005, 2'],
    ['a masked number', `${MASKED} 12/30 ${MASKED}`],
    ['a sentence', 'Two bags of 500 g, to be sent on 12 January 2030'],
  ])('%s', (_what, text) => {
    expect(keptText(text)).toBe(text)
  })

  it('a phone number without a plus sign, in a field for phone numbers', () => {
    expect(keptPhone('378282246310005')).toBe('378282246310005')
    expect(keptPhone('378282246310005, 378282246310005')).toBe('378282246310005, 378282246310005')
    expect(keptPhone(VISA)).toBe(MASKED)
  })
})

it('metadata is masked at every depth, keys and numbers included, and nothing else changes', () => {
  const others = { order: '4711', amount: 2500, exact: JSON.rawJSON('9007199254740993'), none: null, yes: true }
  const metadata = { ...others, a: { b: [`Card ${VISA}`, 4111111111111111] }, [VISA]: JSON.rawJSON('4111111111111111') }
  expect(JSON.stringify(keptJson(metadata))).toBe(
    JSON.stringify({ ...others, a: { b: [`Card ${MASKED}`, MASKED] }, [MASKED]: MASKED }),
  )
  expect(JSON.stringify(keptJson(others))).toBe(JSON.stringify(others))
})

it('times stay times, big integers become texts and secrets stay hidden', () => {
  const at = new Date('2026-07-01T12:00:00.000Z')
  const values = { before: { at }, amount: 2500n, secret: new Secret('hush'), none: new Date(Number.NaN) }
  expect(keptJson(values)).toEqual({ before: { at: at.toISOString() }, amount: '2500', secret: '[secret]', none: null })
})

it('keys of metadata that are the same when masked all stay', () => {
  const metadata = {
    '4111111111111111': 1,
    '4111 1111 1111 1111': 2,
    [MASKED]: 3,
    nested: { '4111-1111-1111-1111': 4 },
  }
  expect(keptJson(metadata)).toEqual({
    [`${MASKED} (2)`]: 1,
    [`${MASKED} (3)`]: 2,
    [MASKED]: 3,
    nested: { [MASKED]: 4 },
  })
})

it('a name of a field is masked in each part and across its parts', () => {
  expect(keptName(`lines.0.${VISA}`)).toBe(`lines.0.${MASKED}`)
  expect(keptName('metadata.4111.1111.1111.1111')).toBe(`metadata.${MASKED}`)
})

it('a JSON number with a fraction or an exponent is no card number unless it is whole', () => {
  const written = (number: string) => JSON.stringify(keptJson({ n: JSON.rawJSON(number) }))
  for (const number of [
    '44.42676831234567',
    '4.111111111111111',
    '0.4111111111111111',
    '4111111111111111e9',
    '-1.5e-7',
  ]) {
    expect(written(number)).toBe(`{"n":${number}}`)
  }
  for (const number of ['4111111111111111.0', '4.111111111111111e15']) expect(written(number)).toBe(`{"n":"${MASKED}"}`)
})

it('every 16-digit Visa number is masked, with any text around it and any separator in it', () => {
  const separator = fc.constantFrom('', ' ', '-', '.', '\u200b', ' - ', ',', '%20', '\\', ')(', '\n\n')
  const around = fc.constantFrom('', 'card ', '(', 'x', '№ ', '\n')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999_999 }), separator, around, (account, between, beside) => {
      const digits = `4${String(account).padStart(14, '0')}`
      const number = [...Array(10).keys()].map((check) => digits + check).find(passesLuhn)!
      const text = beside + number.match(/.{4}/g)!.join(between) + beside
      expect(keptText(text)).not.toContain(number.slice(4, 14))
      expect(keptText(text)).toContain('******')
    }),
    { numRuns: 300 },
  )
})

it('a text as large as a body may be is searched before a request would time out', () => {
  for (const part of [
    '4 1 ',
    '4',
    'a1',
    '1   ',
    'de12 ',
    'ab12 3',
    '1,',
    '1%20',
    '%31%2',
    '%25',
    '4+',
    `${VISA} `,
    `${VISA} DE89370400440532013000 `,
  ]) {
    const text = part.repeat((256 * 1024) / part.length)
    expect(keptText(text).includes(VISA), part).toBe(false)
  }
})
