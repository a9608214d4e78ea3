import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameReader, frameOf, type LengthForm } from './frames.ts'
import { MessageError } from './message.ts'

const forms = fc.constantFrom<LengthForm>('ascii4', 'binary2')

test('the length is four digits, or two bytes', () => {
  const message = Buffer.alloc(181, 'x')
  expect(Buffer.from(frameOf('ascii4', message)).subarray(0, 4).toString()).toBe('0181')
  expect(Buffer.from(frameOf('binary2', message)).subarray(0, 2).toString('hex')).toBe('00b5')
})

test('messages are the same however they are cut', () => {
  const messages = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 6 })
  fc.assert(
    fc.property(forms, messages, fc.integer({ min: 1, max: 30 }), (form, sent, size) => {
      const line = Buffer.concat(sent.map((message) => frameOf(form, message)))
      const pieces = Array.from({ length: Math.ceil(line.length / size) }, (_, at) =>
        line.subarray(at * size, (at + 1) * size),
      )
      const reader = new FrameReader(form)
      const received = pieces.flatMap((piece) => [...reader.take(piece)]).map((message) => Buffer.from(message))
      expect(received).toEqual(sent.map((message) => Buffer.from(message)))
    }),
  )
})

test('an empty message keeps a line open and is passed over', () => {
  expect([...new FrameReader('ascii4').take(Buffer.from('00000002ab0000'))]).toEqual([Buffer.from('ab')])
})

test('noise throws the error of messages and nothing else', () => {
  fc.assert(
    fc.property(forms, fc.uint8Array({ maxLength: 60 }), (form, noise) => {
      try {
        for (const message of new FrameReader(form).take(noise)) expect(message.length).toBeGreaterThan(0)
      } catch (error) {
        expect(error).toBeInstanceOf(MessageError)
      }
    }),
  )
  expect(() => [...new FrameReader('ascii4').take(Buffer.from('POST'))]).toThrow(MessageError)
  expect(() => [...new FrameReader('binary2').take(Buffer.from('HTTP'))]).toThrow(MessageError)
  expect(() => frameOf('ascii4', new Uint8Array(10_000))).toThrow(MessageError)
})
