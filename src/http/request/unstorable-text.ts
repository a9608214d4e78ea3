import type { Problem } from '#domain/problem.ts'
import { isStorable, replaceUnstorable } from '#domain/storable-text.ts'

const MESSAGE = 'Remove NUL characters and lone surrogates; texts must not contain them.'

/** Finds NUL and lone surrogates, keys included, which no column can hold (docs/reference/requests.md#text). */
export function unstorableText(value: unknown): Problem[] {
  const problems: Problem[] = []
  noteProblems(value, '', problems)
  return problems
}

function noteProblems(value: unknown, path: string, problems: Problem[]): void {
  if (typeof value === 'string' && !isStorable(value)) problems.push(problem(path))
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    const name = replaceUnstorable(key)
    const partPath = path === '' ? name : `${path}.${name}`
    if (name !== key) problems.push(problem(partPath))
    noteProblems(part, partPath, problems)
  }
}

function problem(property: string): Problem {
  return { property, message: MESSAGE, params: [] }
}
