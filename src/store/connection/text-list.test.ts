import { expect, test } from 'vitest'
import { readTextList, writeTextList } from './text-list.ts'

test('a list comes back as it was written', () => {
  const list = ['a', '', 'NULL', '{b,"c"}', 'd\\e\n"', 'é']
  expect(readTextList(writeTextList(list))).toEqual(list)
  expect(readTextList('{bare,"quoted"}')).toEqual(['bare', 'quoted'])
})

test('an element without an end costs no more than one with an end', () => {
  expect(readTextList(`{"${'\\"'.repeat(200_000)}`)).toHaveLength(1)
})
