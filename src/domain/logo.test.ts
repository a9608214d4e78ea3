import { expect, it } from 'vitest'
import { readLogo } from './logo.ts'

const address = (type: string, bytes: Uint8Array) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

/** Builds the parts of a PNG that are checked: the signature, the header with its size, and what follows. */
function png(width: number, height: number, more = 20): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), size, Buffer.alloc(more)])
}

/** A comment, then the frame with its size. */
function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from('ffc0001108000000000301220002110103', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from('ffd8fffe00054f6c61', 'hex'), frame, Buffer.alloc(20)])
}

it('a PNG or JPEG file of a size that a page bears is a logo', () => {
  expect(readLogo(address('image/png', png(320, 80)))).toEqual({ type: 'image/png', bytes: png(320, 80) })
  expect(readLogo(address('image/jpeg', jpeg(2000, 1)))).toEqual({ type: 'image/jpeg', bytes: jpeg(2000, 1) })
  expect(readLogo(address('image/png', png(1, 1, 96 * 1024 - 24)))).toBeDefined()
})

it.each([
  ['an SVG file', address('image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
  ['an SVG file under another name', address('image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
  ['a GIF file', address('image/gif', Buffer.from('GIF89a'))],
  ['a JPEG file that says PNG', address('image/png', jpeg(10, 10))],
  ['a PNG file that says JPEG', address('image/jpeg', png(10, 10))],
  ['one that is too wide', address('image/png', png(2001, 10))],
  ['one that is too high', address('image/jpeg', jpeg(10, 2001))],
  ['one without a size', address('image/png', png(0, 10))],
  ['one byte too many', address('image/png', png(1, 1, 96 * 1024 - 23))],
  ['one that ends in its header', address('image/png', png(10, 10, 0))],
  ['a JPEG file without a frame', address('image/jpeg', Buffer.from('ffd8fffe00054f6c61ffd9', 'hex'))],
  [
    'a JPEG file whose segments lead nowhere',
    address('image/jpeg', Buffer.from(`ffd8ff${'e00000'.repeat(20)}`, 'hex')),
  ],
  ['Base64 with a blank', `${address('image/png', png(10, 10))} `],
  ['an address of the web', 'https://shop.example/logo.png'],
  ['nothing', ''],
])('%s is none', (_, text) => expect(readLogo(text)).toBeUndefined())
