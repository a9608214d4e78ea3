import { type Html, html } from '#html/html.ts'
import type { Page } from '#html/layout.ts'
import { renderMarkdown } from '../../../docs/markdown.ts'
import { addressOfOperation, nameOfTag, REFERENCE } from '../../../docs/operations.ts'
import type { Chapter, PlacedOperation } from '../../../docs/reference/chapters.ts'
import type { OpenApiDocument } from '../../../docs/reference/document.ts'
import type { Site } from '../../../docs/site.ts'
import { docsFrame } from '../frame.ts'
import { drawOperation } from './operation.ts'
import { drawAccess } from './trial.ts'

const GROUP = 'API reference'

/** Front page of the API reference: chapters with their operations. */
export function referencePage({ menu }: Site, chapters: readonly Chapter[]): Page {
  const content = html`<article><h1>API reference</h1>
<p class="docs-lead">Every operation with its fields, answers and examples, drawn from the schemas that check the requests.
<a href="/openapi.json">openapi.json</a> is the same for programs, such as Postman and Bruno.</p>
<p>Amounts are integers in minor units, names in snake_case. Every call has an access token, which
<a href="${addressOfOperation('Access', 'requestAccessToken')}">the token endpoint</a> gives.</p></article>
${chapters.map(drawContents)}`
  return docsFrame({ title: GROUP, menu, address: REFERENCE, group: GROUP, content, scripts: ['docs/reference.ts'] })
}

function drawContents({ title, address, about, operations }: Chapter): Html {
  const rows = operations.map(
    (operation) => html`<li><a href="${address}#${operation.operationId}" data-once="${oncePlaced(title, operation)}">
${drawName(operation)}</a> <span class="muted">${operation.summary}</span></li>
`,
  )
  return html`<h2><a href="${address}" data-once="tag/${nameOfTag(title)}">${title}</a></h2>
${operations.length > 0 && html`<p class="muted">${about}</p>`}
<ul class="docs-contents">
${rows}</ul>
`
}

function drawName({ method, path }: PlacedOperation): Html {
  return html`<span class="docs-method docs-method-${method.toLowerCase()}">${method}</span> <code>${path}</code>`
}

/** Fragment of the operation in the earlier reference, which was one page; `web/docs/reference.ts` redirects. */
function oncePlaced(tag: string, { method, path }: PlacedOperation): string {
  return `tag/${nameOfTag(tag)}/${method}${path}`
}

/** Page of a chapter. @param isForeign true if an external identity provider issues tokens */
export function chapterPage({ menu }: Site, chapter: Chapter, document: OpenApiDocument, isForeign: boolean): Page {
  const { title, address, about, operations } = chapter
  const { tokenUrl } = document.components.securitySchemes.oauth.flows.clientCredentials
  const { body, sections } = renderMarkdown(`# ${title}\n\n${about}`, (href) => href)
  const content = html`<p class="eyebrow">${GROUP}</p>
<article>
${body}
${operations.length > 0 && drawAccess(tokenUrl, isForeign)}
${operations.map((operation) => drawOperation(operation, document))}
</article>
<p class="docs-source"><a href="${address}.md">This page as Markdown</a></p>`
  const headings = [
    ...sections.filter(({ level }) => level === 2),
    ...operations.map(({ operationId, summary }) => ({ anchor: operationId, title: summary })),
  ]
  const page = { title, menu, address, group: GROUP, content, headings }
  return docsFrame({ ...page, scripts: ['docs/reference.ts'] })
}
