import { expect, test } from 'vitest'
import { TEXT_LIST } from './text-list.ts'

test('a list comes back as it was written', () => {
  const list = ['a', '', 'NULL', '{b,"c"}', 'd\\e\n"', 'é']
  expect(TEXT_LIST.parse(TEXT_LIST.serialize(list))).toEqual(list)
  expect(TEXT_LIST.parse('{bare,"quoted"}')).toEqual(['bare', 'quoted'])
})

test('an element without an end costs no more than one with an end', () => {
  expect(TEXT_LIST.parse(`{"${'\\"'.repeat(200_000)}`)).toHaveLength(1)
})
