import { type Html, html } from '#html/html.ts'
import type { Page } from '#html/layout.ts'
import { addressOfOperation, addressOfTag, REFERENCE } from '../../docs/operations.ts'
import type { Finding } from '../../docs/search.ts'
import type { MenuEntry, MenuGroup, Site, SitePage } from '../../docs/site.ts'
import type { Route } from '../../route.ts'
import { docsFrame } from './frame.ts'

export function docsHomePage({ menu }: Site, operations: readonly Route[]): Page {
  const content = html`<h1>Documentation</h1>
<p class="docs-lead">Guides and reference of the gateway that runs here. The first payment takes
<a href="/docs/integrate/quickstart">ten minutes</a>.</p>
<div class="docs-cards">
${menu.map(drawCard)}
</div>
<h2 id="operations">API reference</h2>
<p>Every operation with its fields, answers and examples: <a href="${REFERENCE}">open the reference</a>,
see <a href="${addressOfTag('Codes and errors')}">Codes and errors</a>, or give <a href="/openapi.json">openapi.json</a>
to a program, such as Postman or Bruno. <a href="/llms.txt">llms.txt</a> is for language models.</p>
<div class="docs-operations">
${[...Map.groupBy(operations, ({ tag }) => tag!)].map(([tag, routes]) => drawOperations(tag, routes))}
</div>`
  return docsFrame({ title: 'Documentation', menu, address: '/docs', group: 'Integrate', content })
}

function drawCard({ title, about, pages }: MenuGroup): Html {
  const links = pages.slice(0, 5).map(
    ({ address, title: name }) => html`<li><a href="${address}">${name}</a></li>
`,
  )
  return html`<section class="docs-card">
<h2>${title}</h2>
<p class="muted">${about}</p>
<ul>
${links}</ul>
</section>
`
}

function drawOperations(tag: string, routes: readonly Route[]): Html {
  const rows = routes.map(({ method, path, summary, operation }) => {
    const shown = path.replaceAll(/:(\w+)/g, '{$1}')
    return html`<li><a href="${addressOfOperation(tag, operation!)}"><code>${method} ${shown}</code></a>
<span class="muted">${summary}</span></li>
`
  })
  return html`<section>
<h3>${tag}</h3>
<ul>
${rows}</ul>
</section>
`
}

export function docsDocumentPage({ menu }: Site, page: SitePage): Page {
  const { address, group, title, body, sections } = page
  const content = html`<p class="eyebrow">${group}</p>
<article>
${body}
</article>
${drawNeighbors(menu, address)}
<p class="docs-source"><a href="${address}.md">This page as Markdown</a></p>`
  const headings = sections.filter(({ level }) => level === 2)
  return docsFrame({ title, menu, address, group, content, headings })
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
export function docsSearchPage({ menu }: Site, words: string, found: readonly Finding[]): Page {
  const items = found.map(
    ({ address, page, title, excerpt }) => html`<li><a href="${address}">${title}</a>
<span class="eyebrow">${page}</span>
<p class="muted">${excerpt}</p></li>
`,
  )
  const nothing = html`<p>No results${words !== '' && html` for “${words}”`}. Try fewer words, or the name of a field.</p>`
  const content = html`<h1>Search</h1>
${found.length === 0 ? nothing : html`<ol class="docs-findings">${items}</ol>`}`
  return docsFrame({ title: 'Search', menu, words, content })
}

export function docsUnknownPage({ menu }: Site): Page {
  const content = html`<h1>No such page</h1>
<p>There is nothing at this address. Search for it above, or start at the <a href="/docs">front page</a>.</p>`
  return docsFrame({ title: 'No such page', menu, content })
}
