/** Image types without executable content; an SVG file may contain script. */
export type LogoType = 'image/png' | 'image/jpeg'

export interface Logo {
  readonly type: LogoType
  readonly bytes: Uint8Array
}

const LONGEST_LOGO_BYTES = 96 * 1024
const WIDEST_LOGO_PIXELS = 2000

/** PNG or JPEG of a `data:` URL (RFC 2397): strict Base64, of the named type, within the size limits. */
export function readLogo(address: string): Logo | undefined {
  const [, type, base64] = /^data:(image\/(?:png|jpeg));base64,([A-Za-z0-9+/]+={0,2})$/.exec(address) ?? []
  if (type === undefined || base64 === undefined) return undefined
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.toString('base64') !== base64 || bytes.length > LONGEST_LOGO_BYTES) return undefined
  const size = type === 'image/png' ? pngSize(bytes) : jpegSize(bytes)
  const isShowable = size?.every((side) => side >= 1 && side <= WIDEST_LOGO_PIXELS)
  return isShowable ? { type: type as LogoType, bytes } : undefined
}

type Size = readonly [width: number, height: number]

const PNG_START = '89504e470d0a1a0a0000000d49484452'

/** From the header, which comes first (PNG, section 11.2.1). */
function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 33 || bytes.toString('hex', 0, 16) !== PNG_START) return undefined
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

/** From the start of frame, after segments of any kind (ITU-T T.81, section B.2.2). */
function jpegSize(bytes: Buffer): Size | undefined {
  if (bytes.toString('hex', 0, 3) !== 'ffd8ff') return undefined
  let place = 2
  while (place + 9 < bytes.length && bytes[place] === 0xff) {
    const marker = bytes[place + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return [bytes.readUInt16BE(place + 7), bytes.readUInt16BE(place + 5)]
    place += 2 + bytes.readUInt16BE(place + 2)
  }
  return undefined
}
