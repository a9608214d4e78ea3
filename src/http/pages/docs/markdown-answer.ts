import type { Answer } from '../../route.ts'

export function markdownAnswer(text: string): Answer {
  return { status: 200, text, contentType: 'text/markdown; charset=utf-8' }
}
