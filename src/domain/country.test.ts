import { describe, expect, it } from 'vitest'
import { COUNTRIES, isCountry } from './country.ts'

describe('countries', () => {
  it('are the 249 of ISO 3166-1 and Kosovo, each once and in order', () => {
    expect(new Set(COUNTRIES).size).toBe(250)
    expect(COUNTRIES).toEqual([...COUNTRIES].sort())
  })

  it('all have a name', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    expect(COUNTRIES.filter((code) => !names.of(code))).toEqual([])
  })

  it.each(['EU', 'UK', 'AN', 'ZZ', 'ro', 'ROU', ''])('%j is none of them', (code) => {
    expect(isCountry(code)).toBe(false)
  })
})
