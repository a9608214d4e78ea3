/** Letters and signs that Unicode does not decompose, as card networks print them. */
const LATIN: Readonly<Record<string, string>> = {
  ...{ đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', ɖ: 'd', Ɖ: 'D', ł: 'l', Ł: 'L', ø: 'o', Ø: 'O', ɔ: 'o', Ɔ: 'O' },
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', þ: 'th', Þ: 'TH', ı: 'i', ħ: 'h', Ħ: 'H' },
  ...{ ŧ: 't', Ŧ: 'T', ŋ: 'n', Ŋ: 'N', ĸ: 'k', ƒ: 'f', ə: 'e', Ə: 'E', ɛ: 'e', Ɛ: 'E', ƀ: 'b', ɨ: 'i', ʉ: 'u' },
  ...{ '‘': "'", '’': "'", '‚': "'", '‛': "'", '´': "'", ʼ: "'", ʻ: "'", ʹ: "'", '′': "'", '‹': "'", '›': "'" },
  ...{ '“': '"', '”': '"', '„': '"', '‟': '"', '″': '"', '«': '"', '»': '"' },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '―': '-', '−': '-', '⁄': '/', '×': 'x', '·': '.', '•': '.' },
}

/** Writes letters of Latin scripts, quotes and dashes in ASCII; leaves other scripts unchanged. */
export function toLatin(text: string): string {
  // A separate acute accent decomposes into a space.
  const decomposed = text.replaceAll('´', "'").normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return decomposed.replaceAll(/[^\x20-\x7e]/gu, (character) => LATIN[character] ?? character)
}

/** Cardholder name for a statement, in ASCII; empty without a Latin letter or digit. */
export function statementName(text: string): string {
  const name = toLatin(text)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[^\x20-\x7e]/gu, '')
    .trim()
  return /[A-Za-z\d]/.test(name) ? name : ''
}
