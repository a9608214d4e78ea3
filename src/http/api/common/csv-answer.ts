import type { Answer } from '../../route.ts'

/** Answer with a CSV file to be saved under a name. */
export function csvAnswer(fileName: string, stream: AsyncGenerator<string>): Answer {
  return { status: 200, stream, contentType: 'text/csv; charset=utf-8; header=present', fileName }
}
