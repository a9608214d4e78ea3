/**
 * Lists spellings in which a piece of a secret could occur, in any surrounding text. Latin-1: a character is a byte.
 */
export function spellingsOf(piece: string): Readonly<Record<string, string>> {
  const hex = Buffer.from(piece).toString('hex')
  return {
    plain: piece,
    spaced: piece.replace(/.{4}(?=.)/g, '$& '),
    'spaced as on an amex': piece.replace(/^(.{4})(.{6})/, '$1 $2 ').trimEnd(),
    dashed: piece.replace(/.{4}(?=.)/g, '$&-'),
    'URL-escaped': encodeURIComponent(piece),
    'URL-escaped throughout': hex.toUpperCase().replace(/../g, '%$&'),
    'JSON-escaped': hex.replace(/../g, '\\u00$&'),
    'JSON-escaped slashes': piece.replaceAll('/', '\\/'),
    hexadecimal: hex,
    'hexadecimal in capitals': hex.toUpperCase(),
    // Without the last byte, it is the same in either order of bytes.
    'UTF-16': Buffer.from(piece, 'utf16le').toString('latin1').slice(0, -1),
    base64url: piece.replaceAll('+', '-').replaceAll('/', '_'),
    ...Object.fromEntries([0, 1, 2].map((offset) => [`base64 at ${offset}`, base64At(offset, piece)])),
  }
}

/** Decodes a piece of Base64, which begins at a multiple of four characters. */
export function decodedSpellingsOf(piece: string): Readonly<Record<string, string>> {
  const bytes = Buffer.from(piece, 'base64')
  return { decoded: bytes.toString('latin1'), 'decoded, hexadecimal': bytes.toString('hex') }
}

/** The Base64 characters that the piece alone decides, wherever among other bytes it begins. */
function base64At(offset: number, piece: string): string {
  const text = Buffer.from('x'.repeat(offset) + piece).toString('base64')
  const whole = Math.floor((offset + piece.length) / 3) * 4
  return text.slice(offset === 0 ? 0 : 4, whole)
}
