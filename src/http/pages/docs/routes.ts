import { Type } from 'typebox'
import { notFound } from '#domain/problem.ts'
import { llmsText } from '../../docs/llms-text.ts'
import { MOVED_PAGES } from '../../docs/menu.ts'
import { chaptersOf, withReference } from '../../docs/reference/chapters.ts'
import type { OpenApiDocument } from '../../docs/reference/document.ts'
import { type Search, searchIn } from '../../docs/search.ts'
import { docsSite, readPicture, type Site } from '../../docs/site.ts'
import { type Answer, get, type Route } from '../../route.ts'
import { demoRoute, type FindDemoMerchant } from './demo-route.ts'
import { demoSignInRoute } from './demo-sign-in-route.ts'
import { docsDocumentPage, docsHomePage, docsSearchPage, docsUnknownPage } from './pages.ts'
import { docsReferenceRoutes, markdownAnswer } from './reference-routes.ts'

const Words = Type.Object({ q: Type.Optional(Type.String({ maxLength: 100, description: 'What is looked for.' })) })

interface Documented {
  /** All of the API. */
  readonly routes: readonly Route[]
  readonly document: OpenApiDocument
  /** In `uat` only. */
  readonly demo: FindDemoMerchant | undefined
  readonly links: Site['links']
}

export function docsRoutes({ routes, document, demo, links }: Documented): Route[] {
  const operations = routes.filter(({ tag }) => tag !== undefined)
  const chapters = chaptersOf(document)
  const site = async () => withReference(await docsSite(), chapters, links)
  let search: Promise<Search> | undefined
  const find = async (words: string) => {
    search ??= docsSite().then((site) => searchIn(site, operations))
    return (await search)(words)
  }
  return [
    get('/docs', {
      guard: 'open',
      handle: async () => ({ status: 200, page: docsHomePage(await site(), chapters) }),
    }),
    get('/docs/search', {
      guard: 'open',
      query: Words,
      handle: async (_gateway, { query: { q = '' } }) => {
        return { status: 200, page: docsSearchPage(await site(), q, await find(q)) }
      },
    }),
    get('/docs/search.json', {
      guard: 'open',
      query: Words,
      handle: async (_gateway, { query: { q = '' } }) => ({ status: 200, json: { items: await find(q) } }),
    }),
    get('/llms.txt', {
      guard: 'open',
      handle: async () => {
        const { menu } = await site()
        const text = llmsText(menu, document.servers[0].url)
        return { status: 200, text, contentType: 'text/plain; charset=utf-8' }
      },
    }),
    pictureRoute,
    ...(demo ? [demoRoute(demo), demoSignInRoute(demo)] : []),
    ...docsReferenceRoutes({ document, chapters, site }),
    ...pageRoutes(site),
  ]
}

const pictureRoute = get('/docs/images/:name', {
  guard: 'open',
  params: Type.Object({ name: Type.String() }),
  handle: async (_gateway, { params: { name } }) => {
    const path = (await docsSite()).pictures.get(`/docs/images/${name}`)
    if (path === undefined) throw notFound('picture')
    return {
      status: 200,
      bytes: await readPicture(path),
      contentType: name.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
      cacheControl: 'public, max-age=3600',
    }
  },
})

function pageRoutes(site: () => Promise<Site>): Route[] {
  return [
    get('/docs/:page', {
      guard: 'open',
      params: Type.Object({ page: Type.String() }),
      handle: async (_gateway, { params: { page } }) => showPage(await site(), `/docs/${page}`),
    }),
    get('/docs/:group/:page', {
      guard: 'open',
      params: Type.Object({ group: Type.String(), page: Type.String() }),
      handle: async (_gateway, { params: { group, page } }) => showPage(await site(), `/docs/${group}/${page}`),
    }),
  ]
}

function showPage(site: Site, address: string): Answer {
  const current = address.endsWith('/') ? address.slice(0, -1) : MOVED_PAGES.get(address)
  if (current !== undefined) return { status: 301, location: current }
  const name = address.replace(/\.md$/, '')
  const page = site.pages.get(name)
  if (page && name !== address) return markdownAnswer(page.source)
  if (page === undefined) return { status: 404, page: docsUnknownPage(site) }
  return { status: 200, page: docsDocumentPage(site, page) }
}
