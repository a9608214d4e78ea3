import { type Html, html, type Part } from '#html/html.ts'
import { codeBlock } from './code-block.ts'
import { type Fact, factList } from './facts.ts'

/** Page of one record: its state with what can be done, its parts, and beside them its facts. */
export function recordBody(record: {
  readonly standing: Part
  readonly main: Part
  readonly facts: readonly Fact[]
}): Html {
  return html`<section class="sheet standing">${record.standing}</section>
<div class="columns"><div>
${record.main}
</div><div>
<section class="sheet"><h2>Details</h2>${factList(record.facts)}</section>
</div></div>`
}

export function metadataSheet(metadata: Readonly<Record<string, unknown>> | null): Html | false {
  if (metadata === null || Object.keys(metadata).length === 0) return false
  return html`<section class="sheet"><h2>Metadata</h2>
${codeBlock(JSON.stringify(metadata, null, 2), 'Metadata', 'metadata')}</section>`
}

/** Section of a page with its heading. @param id of the heading */
export function sheet(id: string, heading: Part, ...body: readonly Part[]): Html {
  return html`<section class="sheet" aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
${body.map((part) => html`${part}\n`)}</section>`
}
