import { Type } from 'typebox'
import type { Page } from '#html/layout.ts'
import { REFERENCE } from '../../docs/operations.ts'
import { chapterText, referenceText } from '../../docs/reference/chapter-text.ts'
import type { Chapter } from '../../docs/reference/chapters.ts'
import type { OpenApiDocument } from '../../docs/reference/document.ts'
import type { Site } from '../../docs/site.ts'
import { type Answer, get, type Route } from '../../route.ts'
import { docsUnknownPage } from './pages.ts'
import { chapterPage, operationPage, referencePage } from './reference/pages.ts'

interface Reference {
  readonly document: OpenApiDocument
  readonly chapters: readonly Chapter[]
  readonly site: () => Promise<Site>
}

export function docsReferenceRoutes(reference: Reference): Route[] {
  const shown = new Map(shownPages(reference))
  const show = async (address: string): Promise<Answer> => {
    const name = address.replace(/\.md$/, '')
    const [draw, text] = shown.get(name) ?? []
    if (!draw || !text) return { status: 404, page: docsUnknownPage(await reference.site()) }
    return name === address ? { status: 200, page: draw(await reference.site()) } : markdownAnswer(text())
  }
  return [REFERENCE, `${REFERENCE}.md`, `${REFERENCE}/*`].map((path) =>
    get(path, {
      guard: 'open',
      params: Type.Object({ '*': Type.Optional(Type.String()) }),
      handle: (_gateway, { params: { '*': rest = '' } }) => show(path.replace('*', () => rest)),
    }),
  )
}

type Shown = readonly [address: string, readonly [draw: (site: Site) => Page, text: () => string]]

function shownPages({ document, chapters }: Reference): Shown[] {
  return [
    [REFERENCE, [(site) => referencePage(site, chapters), () => referenceText(chapters)]],
    ...chapters.flatMap((chapter): Shown[] => [
      [chapter.address, [(site) => chapterPage(site, chapter), () => chapterText(chapter, document)]],
      ...chapter.operations.map((each): Shown => {
        const text = () => chapterText({ ...chapter, operations: [each] }, document)
        return [each.address, [(site) => operationPage(site, each, document), text]]
      }),
    ]),
  ]
}

export function markdownAnswer(text: string): Answer {
  return { status: 200, text, contentType: 'text/markdown; charset=utf-8' }
}
