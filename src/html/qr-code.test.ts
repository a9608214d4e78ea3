import { expect, test } from 'vitest'
import { modulesOf, readQrCode } from '#test/qr-reader.ts'
import { qrCode } from './qr-code.ts'

test('a reader of its own finds the text in the drawing, at every length', () => {
  for (let length = 1; length <= 175; length++) {
    const text = 'https://pay.example/ž'.padEnd(length, 'abcXYZ019-_').slice(0, length)
    expect(readQrCode(modulesOf(String(qrCode(text, 'A code'))))).toBe(text)
  }
})
