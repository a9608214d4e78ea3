import { RequestError } from '#domain/problem.ts'

/**
 * Reads the version of a set from `If-Match: "7"`.
 * @throws RequestError `precondition-required` if it names none
 */
export function versionIn(header: string | undefined): number {
  const [, version] = /^"?(\d{1,9})"?$/.exec(header?.trim() ?? '') ?? []
  if (version !== undefined) return Number(version)
  const message = 'Add If-Match with the version that you have seen, such as "7".'
  throw new RequestError('precondition-required', [{ property: 'If-Match', message, params: [] }])
}
