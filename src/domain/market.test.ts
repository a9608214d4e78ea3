import { expect, test } from 'vitest'
import { isInMarket, marketRank } from './market.ts'

const AUSTRIA = { currencies: ['EUR'], countries: ['AT'] }
const EURO = { currencies: ['EUR'], countries: null }
const ANYWHERE = { currencies: null, countries: null }

test.each([
  ['EUR', 'AT', [true, true, true], [2, 1, 0]],
  ['EUR', 'DE', [false, true, true], [1, 1, 0]],
  ['EUR', null, [true, true, true], [1, 1, 0]],
  ['BRL', 'AT', [false, false, true], [2, 0, 0]],
])('%s from %s: methods of a country, of a currency and of neither', (currency, country, fits, ranks) => {
  const markets = [AUSTRIA, EURO, ANYWHERE]
  expect(markets.map((market) => isInMarket(market, { currency, country }))).toEqual(fits)
  expect(markets.map((market) => marketRank(market, { currency, country }))).toEqual(ranks)
})
