import type { Answer } from '../../route.ts'

export function csvAnswer(fileName: string, stream: AsyncGenerator<string>): Answer {
  return { status: 200, stream, contentType: 'text/csv; charset=utf-8; header=present', fileName }
}
