import { type Html, html } from '#html/html.ts'
import type { Page } from '#html/layout.ts'
import { renderMarkdown } from '../../../docs/markdown.ts'
import { addressOfOperation, addressOfTag, nameOfTag, REFERENCE } from '../../../docs/operations.ts'
import type { Chapter, PlacedOperation } from '../../../docs/reference/chapters.ts'
import type { OpenApiDocument } from '../../../docs/reference/document.ts'
import type { Site } from '../../../docs/site.ts'
import { docsFrame } from '../frame.ts'
import { drawOperation } from './operation.ts'
import { drawOperationList } from './operation-list.ts'

const GROUP = 'API reference'
const SCRIPTS = ['docs/reference.ts'] as const

/** Overview of the API reference: subjects with their operations. */
export function referencePage(site: Site, chapters: readonly Chapter[]): Page {
  const content = html`<article><h1>API reference</h1>
<p class="docs-lead">A page for each operation, with a form to try it. <a href="/openapi.json">openapi.json</a> is the same for
programs, such as Postman and Bruno.</p>
<p>Amounts are integers in minor units, names in snake_case. Every call needs an access token from
<a href="${addressOfOperation('Access', 'requestAccessToken')}">the token endpoint</a>.</p></article>
<div class="docs-cards">
${chapters.map(drawSubject)}
</div>`
  return docsFrame({ title: GROUP, site, address: REFERENCE, group: GROUP, content, scripts: SCRIPTS })
}

function drawSubject({ title, address, about, operations }: Chapter): Html {
  const count = operations.length
  return html`<section class="docs-card" data-once="tag/${nameOfTag(title)}">
<h2><a href="${address}">${title}</a></h2>
${
  count > 0 &&
  html`<p class="muted">${about}</p>
<details><summary>${count === 1 ? '1 operation' : `${count} operations`}</summary>
${drawOperationList(operations)}</details>`
}
</section>
`
}

/** Page of a subject: its operations, with the anchors that they had when all were on this page. */
export function chapterPage(site: Site, { title, address, about, operations }: Chapter): Page {
  const { body, sections } = renderMarkdown(`# ${title}\n\n${about}`, (href) => href)
  const content = html`<p class="eyebrow"><a href="${REFERENCE}">${GROUP}</a></p>
<article>
${body}
</article>
${drawOperationList(operations)}
<p class="docs-source"><a href="${address}.md">This page as Markdown</a></p>`
  const headings = sections.filter(({ level }) => level === 2)
  return docsFrame({ title, site, address, group: GROUP, content, headings, scripts: SCRIPTS })
}

export function operationPage(site: Site, operation: PlacedOperation, document: OpenApiDocument): Page {
  const { summary, address, tags } = operation
  const content = html`<p class="eyebrow"><a href="${REFERENCE}">${GROUP}</a> / <a href="${addressOfTag(tags[0]!)}">${tags[0]}</a></p>
${drawOperation(operation, document)}
<p class="docs-source"><a href="${address}.md">This page as Markdown</a></p>`
  return docsFrame({ title: summary, site, address, group: GROUP, content, scripts: SCRIPTS })
}
