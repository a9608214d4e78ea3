import { assetPath } from '#html/assets.ts'
import type { PageScript } from '#html/bundle.ts'
import { type Html, html } from '#html/html.ts'
import { type Page, renderPage } from '#html/layout.ts'
import type { MenuEntry, MenuGroup, Site } from '../../docs/site.ts'
import { VERSION } from '../../version.ts'

interface DocsContent {
  readonly title: string
  readonly site: Pick<Site, 'menu' | 'links'>
  /** The address of the page that is open, and the group of the menu it belongs to. */
  readonly address?: string
  readonly group?: string
  readonly words?: string
  readonly content: Html
  /** Contents of the page: beside it where there is room, else folded above it. */
  readonly headings?: readonly Heading[]
  /** Beside the site's own. */
  readonly scripts?: readonly PageScript[]
}

interface Heading {
  readonly anchor: string
  readonly title: string
}

/** The frame of every page of the documentation: bar with search, menu, content. */
export function docsFrame(docs: DocsContent): Page {
  const { title, site, address = '', group, words = '', content, headings = [], scripts = [] } = docs
  const contents = headings.length > 1 && drawContents(headings)
  const links = [...site.links, { address: '/docs/changelog', title: `Version ${VERSION}` }].map(drawLink)
  const body = html`<a class="docs-skip" href="#docs-content">Skip to the content</a>
<header class="docs-bar">
<a class="docs-name" href="/docs"><img src="${assetPath('icon.svg')}" alt="" width="28" height="28">Tollgate <span>docs</span></a>
<form class="docs-search field" action="/docs/search" role="search" data-form="docs-search">
<label class="visually-hidden" for="docs-words">Search guides and reference</label>
<input id="docs-words" type="search" name="q" value="${words}" maxlength="100" placeholder="Search" autocomplete="off" spellcheck="false">
<div class="docs-found" id="docs-found" role="status" hidden></div>
</form>
<nav class="docs-links" aria-label="Gateway">${links}</nav>
<button class="button button-secondary docs-menu-button" type="button" popovertarget="docs-menu">Menu</button>
</header>
<div class="docs-frame">
<nav class="docs-menu" id="docs-menu" aria-label="Documentation" popover>
${site.menu.map((each) => drawGroup(each, address, each.title === group))}
<div class="docs-links">${links}</div>
</nav>
<main class="docs-content" id="docs-content" tabindex="-1">
${contents && html`<details class="docs-folded"><summary>On this page</summary>${contents}</details>`}
${content}
</main>
${contents && html`<nav class="docs-aside" aria-label="On this page"><p class="eyebrow">On this page</p>${contents}</nav>`}
</div>`
  return renderPage({
    title: `${title} · Tollgate docs`,
    page: 'docs',
    body,
    styles: ['docs/docs.css', 'docs/reference.css'],
    scripts: ['docs/main.ts', ...scripts],
    connects: true,
  })
}

function drawContents(headings: readonly Heading[]): Html {
  const links = headings.map(
    ({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>
`,
  )
  return html`<ul>
${links}</ul>
`
}

function drawLink({ address, title }: MenuEntry): Html {
  return html`<a href="${address}">${title}</a>
`
}

function drawGroup({ title, pages }: MenuGroup, address: string, isOpen: boolean): Html {
  return html`<details${isOpen && html` open`}><summary>${title}</summary>
${drawEntries(pages, address)}</details>
`
}

function drawEntries(pages: readonly MenuEntry[], address: string): Html {
  const items = pages.map((page) => {
    const isCurrent = page.address === address
    const isInside = isCurrent || page.pages?.some((inner) => inner.address === address)
    return html`<li><a href="${page.address}"${isCurrent && html` aria-current="page"`}>${page.title}</a>
${isInside && page.pages && drawEntries(page.pages, address)}</li>
`
  })
  return html`<ul>
${items}</ul>
`
}
