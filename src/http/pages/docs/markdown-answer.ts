import type { Answer } from '../../route.ts'

/** A page as Markdown, for programs that read the documentation. */
export function markdownAnswer(text: string): Answer {
  return { status: 200, text, contentType: 'text/markdown; charset=utf-8' }
}
