import type { Problem } from '#domain/problem.ts'
import { storable } from '#domain/storable-text.ts'

const MESSAGE = 'Remove NUL characters and lone surrogates; no text may hold them.'

/**
 * Problems of strings, keys included, that no database column can hold as they are: NUL, and halves of surrogate pairs
 * (docs/reference/requests.md#text). Depth is bounded by the parser.
 */
export function unstorableText(value: unknown, path = ''): Problem[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [problem(path)]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => {
    const partPath = path === '' ? storable(key) : `${path}.${storable(key)}`
    return [...(isStorable(key) ? [] : [problem(partPath)]), ...unstorableText(part, partPath)]
  })
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function problem(property: string): Problem {
  return { property, message: MESSAGE, params: [] }
}
