import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '#domain/ids.ts'
import { decodeCursor, encodeCursor, listView } from './paging.ts'

const dates = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

describe('a cursor', () => {
  it('leads back to where it was cut', () => {
    fc.assert(
      fc.property(dates, (createdAt) => {
        const position = { createdAt, id: newId('evt') }
        expect(decodeCursor(encodeCursor(position))).toEqual(position)
      }),
    )
  })

  it('that was changed or made up is a 422 on cursor', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string().map(base64url)), (text) => {
        expect(() => decodeCursor(text)).toThrow(expect.objectContaining({ kind: 'invalid' }))
      }),
    )
  })

  it.each([
    '2026-02-30T00:00:00.000Z evt_1',
    '0000-01-01T00:00:00.000Z evt_1',
    '2026-01-01T00:00:00.000Z a\0b',
    '2026-01-01T00:00:00.000Z ',
  ])('of %j is refused before the database sees it', (text) => {
    expect(() => decodeCursor(base64url(text))).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })

  it('is null on the last page', () => {
    expect(listView({ items: [1, 2], next: null }, String)).toEqual({ items: ['1', '2'], next_cursor: null })
  })
})

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url')
}
