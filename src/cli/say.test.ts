import { expect, it } from 'vitest'
import { escaped, harmless } from '#client/command/say.ts'
import { asJson, asText } from './print.ts'

const HOSTILE = {
  'an escape sequence': '\u001b]0;owned\u0007',
  'a C1 control': '\u009b2J',
  'a carriage return': '\r',
  'text that runs the other way': '\u202egpj.exe',
  'an isolate': '\u2066x\u2069',
  'a space without width': '\u200b',
  'a mark at the beginning': '\ufeff',
  'a hidden tag': '\u{e0041}',
  'a line separator': '\u2028',
  'half a character': '\ud800',
}

const SHOWS: Readonly<Record<string, (text: string) => unknown>> = {
  'a value': (text) => ({ description: text }),
  'a key': (text) => ({ metadata: { [text]: 'y' } }),
  'a key of a list': (text) => ({ items: [{ [text]: 'y' }] }),
  'a list of texts': (text) => ({ methods: [text] }),
  'a nested value': (text) => ({ items: [{ deep: { [text]: [text] } }] }),
}

it.each(Object.entries(HOSTILE))('%s reaches no terminal, as value, key or part of a list', (_what, text) => {
  for (const show of Object.values(SHOWS)) {
    const answer = show(text)
    for (const printed of [harmless(asText(answer)), escaped(asJson(answer))]) {
      expect(printed).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    }
    if (text !== HOSTILE['half a character']) expect(JSON.parse(escaped(asJson(answer)))).toEqual(answer)
  }
})

it('usual text is printed unchanged', () => {
  const text = 'Zoë 5 € \n نمی‌خواهم 👩‍🚀'
  expect(harmless(text)).toBe(text)
})
