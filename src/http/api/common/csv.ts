import type { CsvFormat } from '#interface/csv.ts'
import type { Answer } from '../../route.ts'

/** Reads anything but `excel` as `csv`, because addresses of pages are never rejected. */
export function csvFormatOf(text: string | undefined): CsvFormat {
  return text === 'excel' ? 'excel' : 'csv'
}

export function csvAnswer(fileName: string, stream: AsyncGenerator<string>): Answer {
  return { status: 200, stream, contentType: 'text/csv; charset=utf-8; header=present', fileName }
}
