import { Type } from 'typebox'
import { addressOfTag, REFERENCE } from '../../docs/operations.ts'
import { chapterText, referenceText } from '../../docs/reference/chapter-text.ts'
import type { Chapter } from '../../docs/reference/chapters.ts'
import type { OpenApiDocument } from '../../docs/reference/document.ts'
import type { Site } from '../../docs/site.ts'
import { type Answer, get, type Route } from '../../route.ts'
import { docsUnknownPage } from './pages.ts'
import { chapterPage, referencePage } from './reference/pages.ts'

interface Shown {
  readonly document: OpenApiDocument
  readonly chapters: readonly Chapter[]
  /** True if another identity provider gives the tokens. */
  readonly isForeign: boolean
  readonly site: () => Promise<Site>
}

export function docsReferenceRoutes({ document, chapters, isForeign, site }: Shown): Route[] {
  const byAddress = new Map(chapters.map((chapter) => [chapter.address, chapter]))
  return [
    get(REFERENCE, {
      guard: 'open',
      summary: 'The front page of the API reference',
      handle: async () => ({ status: 200, page: referencePage(await site(), chapters) }),
    }),
    get(`${REFERENCE}.md`, {
      guard: 'open',
      summary: 'The front page of the API reference as Markdown',
      handle: async () => markdownAnswer(referenceText(chapters)),
    }),
    get(`${REFERENCE}/:chapter`, {
      guard: 'open',
      summary: 'A chapter of the API reference',
      params: Type.Object({ chapter: Type.String() }),
      handle: async (_gateway, { params }) => {
        const name = params.chapter.replace(/\.md$/, '')
        const chapter = byAddress.get(addressOfTag(name))
        if (chapter && name !== params.chapter) return markdownAnswer(chapterText(chapter, document))
        if (chapter === undefined) return { status: 404, page: docsUnknownPage(await site()) }
        return { status: 200, page: chapterPage(await site(), chapter, document, isForeign) }
      },
    }),
  ]
}

export function markdownAnswer(text: string): Answer {
  return { status: 200, text, contentType: 'text/markdown; charset=utf-8' }
}
