import { expect, test } from 'vitest'
import { statementName, toLatin } from './latin.ts'

test.each([
  ['Đurđevdan Ćevapi', 'Durdevdan Cevapi'],
  ['Łódź', 'Lodz'],
  ['Smørrebrød', 'Smorrebrod'],
  ['Große Straße', 'Grosse Strasse'],
  ['GROẞ', 'GROSS'],
  ['Ærø Œuvre', 'AEro OEuvre'],
  ['Þingvellir við', 'THingvellir vid'],
  ['Kırmızı İzmir', 'Kirmizi Izmir'],
  ['Ħamrun Ŧ ŋ', 'Hamrun T n'],
  ['ǿ Ǽ', 'o AE'],
  ['O’Brien ‘quoted’ O´Neil', "O'Brien 'quoted' O'Neil"],
  ['“A” „B“ «C» – — … −', '"A" "B" "C" - - ... -'],
  ['ﬁne Ⅳ ２４', 'fine IV 24'],
])('%s is written as %s', (text, latin) => {
  expect(toLatin(text)).toBe(latin)
})

test('letters of other scripts stay unchanged, and are left out of a statement', () => {
  expect(toLatin('Кафе 1')).toBe('Кафе 1')
  expect(statementName('株式会社  ABC\u00a0Ltd')).toBe('ABC Ltd')
  for (const name of ['Кафе & Бар', 'Καφέ', '株式会社', '– –', '']) expect(statementName(name)).toBe('')
})
