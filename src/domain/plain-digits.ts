/** Converts digits of every script to 0 to 9; Unicode has them in groups of ten, in order (category Nd). */
export function withPlainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    if (digit <= '9') return digit
    const place = digit.codePointAt(0)!
    let value = 0
    while (/\p{Nd}/u.test(String.fromCodePoint(place - value - 1))) value += 1
    return String(value % 10)
  })
}

/** Plain digits of typed text: without blanks, dashes and marks of direction. Other signs stay. */
export function typedDigits(text: string): string {
  return withPlainDigits(text.normalize('NFKC')).replaceAll(/[\s\p{Pd}\p{Cf}]/gu, '')
}

export function digitsIn(text: string): string {
  return withPlainDigits(text).replace(/\D/g, '')
}

/** Digit of any script, plain or percent-encoded, once or several times. For expressions with `i`. */
export const DIGIT = String.raw`(?:\p{Nd}|%(?:25)*3\d)`

/** Percent escape of neither a digit nor a letter. */
export const ESCAPED_SIGN = String.raw`%(?:25)*(?!25|3\d|[46][1-9a-f]|[57][\da])[\da-f]{2}`

/** Decodes percent escapes to ASCII characters; others become blanks. */
export function withoutEscapes(text: string): string {
  return text.replace(/%(?:25)*([\da-f]{2})/gi, (_escape, hex: string) => {
    const code = Number.parseInt(hex, 16)
    return code < 0x80 ? String.fromCharCode(code) : ' '
  })
}
