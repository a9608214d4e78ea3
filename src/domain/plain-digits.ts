/** The text with the digits of every script as 0 to 9: they stand in tens, in their order (Unicode, category Nd). */
export function withPlainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    if (digit <= '9') return digit
    const place = digit.codePointAt(0)!
    let value = 0
    while (/\p{Nd}/u.test(String.fromCodePoint(place - value - 1))) value += 1
    return String(value % 10)
  })
}

/** All digits of a text, as 0 to 9. */
export function digitsIn(text: string): string {
  return withPlainDigits(text).replace(/\D/g, '')
}
