import type { FastifyRequest } from 'fastify'
import { invalid, RequestError } from '#domain/problem.ts'

/** Separators of headers that are lists, so several lines are one value (RFC 9110, 5.3). */
const LISTS: Readonly<Record<string, string>> = { accept: ', ', 'accept-language': ', ', cookie: '; ' }

/** Lists the distinct values of all lines: Node keeps the first of some headers and joins others. */
export function headerValues({ raw }: FastifyRequest, name: string): string[] {
  const { rawHeaders } = raw
  const lines = rawHeaders.filter((_line, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name)
  const values = lines.map((line) => {
    const parts = new Set(line.split(', '))
    return parts.size === 1 ? [...parts][0]! : line
  })
  return [...new Set(values)]
}

/**
 * @throws RequestError `invalid` for two values of a header that is no list, `unauthenticated` for those of
 *   Authorization (docs/reference/requests.md#headers)
 */
export function headerValue(request: FastifyRequest, name: string): string | undefined {
  const values = headerValues(request, name)
  if (values.length < 2) return values[0]
  if (Object.hasOwn(LISTS, name)) return values.join(LISTS[name])
  const shown = name.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase())
  const refusal = invalid(shown, 'Send this header once, or each time with the same value.')
  throw name === 'authorization' ? new RequestError('unauthenticated', refusal.problems) : refusal
}
