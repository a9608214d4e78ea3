import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Kind } from '#app/config/kinds.ts'

/** `USD=0.92,GBP=1.17`; the gateway judges currencies and rates. `none` is no rate at all. */
export const rates: Kind<Readonly<Record<string, string>>> = orWord('none', pairs('USD=0.92,GBP=1.17'), {})

/** `10/3600`: a number, and the seconds in which it is the limit; `none` means no limit. */
export const cardsPerSeconds: Kind<object | null> = orWord(
  'none',
  { expects: 'a limit such as 10/3600', parse: parseLimit },
  null,
)

export const json: Kind<object> = { expects: 'a JSON object such as {"response_code":"…"}', parse: parseObject }

/** The file of a picture as a `data:` address; `none` takes the picture away. The gateway judges what is in it. */
export const imageFile: Kind<string | null> = orWord(
  'none',
  { expects: 'the name of a PNG or JPEG file that can be read', parse: readPicture },
  null,
)

function readPicture(file: string): string | undefined {
  const type = extname(file).toLowerCase() === '.png' ? 'png' : 'jpeg'
  try {
    return `data:image/${type};base64,${readFileSync(file, 'base64')}`
  } catch {
    return undefined
  }
}

/** A kind, or a word with a meaning of its own. */
export function orWord<T, U>(word: string, kind: Kind<T>, meaning: U): Kind<T | U> {
  return {
    expects: `${kind.expects}, or ${word}`,
    parse: (typed) => (typed === word ? meaning : kind.parse(typed)),
  }
}

function pairs(example: string): Kind<Readonly<Record<string, string>>> {
  const parse = (typed: string) => {
    const entries = typed.split(',').map((pair) => pair.split('=').map((side) => side.trim()))
    const isComplete = entries.every((sides) => sides.length === 2 && sides.every((side) => side !== ''))
    return isComplete ? Object.fromEntries(entries) : undefined
  }
  return { expects: `a list such as ${example}`, parse }
}

export function parseObject(typed: string): object | undefined {
  try {
    const value: unknown = JSON.parse(typed)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function parseLimit(typed: string): object | undefined {
  const [, cards, seconds] = /^(\d{1,9})\/(\d{1,9})$/.exec(typed) ?? []
  return cards && seconds ? { cards: Number(cards), window_seconds: Number(seconds) } : undefined
}
