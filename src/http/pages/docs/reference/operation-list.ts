import { type Html, html } from '#html/html.ts'
import { nameOfTag } from '../../../docs/operations.ts'
import type { PlacedOperation } from '../../../docs/reference/chapters.ts'

/** Lists operations with the anchors that they had in earlier references; `web/docs/reference.ts` redirects. */
export function drawOperationList(operations: readonly PlacedOperation[]): Html {
  const rows = operations.map((operation) => {
    const { operationId, tags, method, path, address, summary } = operation
    const once = `tag/${nameOfTag(tags[0]!)}/${method}${path}`
    return html`<li id="${operationId}" data-once="${once}"><a href="${address}">${summary}</a> ${drawRoute(operation)}</li>
`
  })
  return html`<ul class="docs-contents">
${rows}</ul>
`
}

export function drawRoute({ method, path }: PlacedOperation): Html {
  const kind = method.toLowerCase()
  return html`<span class="docs-route"><span class="docs-method docs-method-${kind}">${method}</span> <code>${path}</code></span>`
}
