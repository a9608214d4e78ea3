import { type Html, html } from '#html/html.ts'
import type { Page } from '#html/layout.ts'
import { addressOfDocument } from '../../docs/menu.ts'
import { addressOfTag, REFERENCE } from '../../docs/operations.ts'
import type { Chapter, PlacedOperation } from '../../docs/reference/chapters.ts'
import type { Finding } from '../../docs/search.ts'
import type { MenuEntry, MenuGroup, Site, SitePage } from '../../docs/site.ts'
import { type RoleTasks, TASKS } from '../../docs/tasks.ts'
import { docsFrame } from './frame.ts'
import { drawOperationList } from './reference/operation-list.ts'

const QUICKSTART = '/docs/integrate/quickstart'

export function docsHomePage(site: Site, chapters: readonly Chapter[]): Page {
  const frequent = chapters.flatMap(({ operations }) => operations.filter(isFrequent))
  const content = html`<h1>Documentation</h1>
<section class="docs-card docs-first">
<h2>Take your first payment</h2>
<p class="muted">From a fresh clone to an approved card payment in <a href="${QUICKSTART}">ten minutes</a>. Every bank is simulated.</p>
<a class="button button-primary" href="${QUICKSTART}">Start</a>
</section>
<h2 id="tasks">Choose your role</h2>
<div class="docs-cards">
${TASKS.map(drawTasks)}
</div>
<h2 id="operations">API reference</h2>
<p>A page for each operation: <a href="${REFERENCE}">open the reference</a>, see
<a href="${addressOfTag('Codes and errors')}">Codes and errors</a>, or give <a href="/openapi.json">openapi.json</a>
to a program, such as Postman or Bruno. <a href="/llms.txt">llms.txt</a> is for language models.</p>
${drawOperationList(frequent)}`
  return docsFrame({ title: 'Documentation', site, address: '/docs', content })
}

/** Operations that most integrations call. */
function isFrequent({ operationId }: PlacedOperation): boolean {
  return ['authorizePayment', 'createSession', 'manageTransaction', 'showTransactionStatus'].includes(operationId)
}

function drawTasks({ who, about, tasks }: RoleTasks): Html {
  const links = tasks.map(
    ([document, words]) => html`<li><a href="${addressOfDocument(document)}">${words}</a></li>
`,
  )
  return html`<section class="docs-card">
<h3>${who}</h3>
<p class="muted">${about}</p>
<ul>
${links}</ul>
</section>
`
}

export function docsDocumentPage(site: Site, page: SitePage): Page {
  const { address, group, title, body, sections } = page
  const content = html`<p class="eyebrow">${group}</p>
<article>
${body}
</article>
${drawNeighbors(site.menu, address)}
<p class="docs-source"><a href="${address}.md">This page as Markdown</a></p>`
  const headings = sections.filter(({ level }) => level === 2)
  return docsFrame({ title, site, address, group, content, headings })
}

function drawNeighbors(menu: readonly MenuGroup[], address: string): Html {
  const pages = menu.flatMap((group) => group.pages)
  const place = pages.findIndex((page) => page.address === address)
  if (place === -1) return html``
  const link = (page: MenuEntry | undefined, words: string) =>
    page &&
    html`<a href="${page.address}"><span class="eyebrow">${words}</span>${page.title}</a>
`
  return html`<nav class="docs-neighbours" aria-label="Before and after">
${link(pages[place - 1], 'Before')}${link(pages[place + 1], 'Next')}</nav>`
}

/** For browsers without script. */
export function docsSearchPage(site: Site, words: string, found: readonly Finding[]): Page {
  const items = found.map(
    ({ address, page, title, excerpt }) => html`<li><a href="${address}">${title}</a>
<span class="eyebrow">${page}</span>
<p class="muted">${excerpt}</p></li>
`,
  )
  const nothing = html`<p>No results${words !== '' && html` for “${words}”`}. Try fewer words, or the name of a field.</p>`
  const content = html`<h1>Search</h1>
${found.length === 0 ? nothing : html`<ol class="docs-findings">${items}</ol>`}`
  return docsFrame({ title: 'Search', site, words, content })
}

export function docsUnknownPage(site: Site): Page {
  const content = html`<h1>No such page</h1>
<p>There is nothing at this address. Search for it above, or start at the <a href="/docs">front page</a>.</p>`
  return docsFrame({ title: 'No such page', site, content })
}
