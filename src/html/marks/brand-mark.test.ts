import { expect, test } from 'vitest'
import { BRANDS } from '#domain/brands.ts'
import { PAGE_METHODS } from '#domain/payment-methods.ts'
import { brandMark } from './brand-mark.ts'

const NAMES = [...BRANDS, ...PAGE_METHODS]

test('a mark is small, and has nothing that could be read out or copied', () => {
  for (const name of NAMES) {
    const mark = brandMark(name).toString()
    expect(mark.length, name).toBeLessThan(800)
    expect(mark, name).toMatch(/^<svg [^>]*aria-hidden="true"/)
    expect(mark.replaceAll(/<[^>]*>/g, ''), name).toBe('')
  }
})

test('networks, wallets and vouchers with a brand have different marks', () => {
  const generic = new Set(['saved_card', 'BANK_TRANSFER', 'voucher-redirect-onb', 'voucher-redirect-gfc'])
  const marks = NAMES.filter((name) => !generic.has(name)).map((name) => brandMark(name).toString())
  expect(new Set(marks).size).toBe(marks.length)
})
