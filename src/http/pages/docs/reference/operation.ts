import { STATUS_CODES } from 'node:http'
import { type Html, html } from '#html/html.ts'
import { highlight } from '../../../docs/highlight.ts'
import { renderInline } from '../../../docs/markdown.ts'
import { addressOfTag } from '../../../docs/operations.ts'
import { callSamples } from '../../../docs/reference/calls.ts'
import type { PlacedOperation } from '../../../docs/reference/chapters.ts'
import type { Content, OpenApiDocument, Parameter } from '../../../docs/reference/document.ts'
import { drawFields, drawParameters } from './fields.ts'
import { drawRoute } from './operation-list.ts'
import { drawTrial } from './trial.ts'

export function drawOperation(operation: PlacedOperation, document: OpenApiDocument): Html {
  const { operationId, method, summary, description, parameters = [], requestBody } = operation
  const { schemas } = document.components
  const isEvent = method === 'EVENT'
  const answers = Object.entries(operation.responses)
  const ownAnswers = answers.filter(([, { $ref }]) => $ref === undefined)
  const errors = answers.flatMap(([status, { $ref }]) => ($ref !== undefined && status !== 'default' ? status : []))
  return html`<section class="docs-operation">
<article>
<h1 id="${operationId}">${summary}</h1>
<p>${drawRoute(operation)}</p>
${description && html`<p>${renderInline(description)}</p>`}
${!isEvent && drawTrial(operation, document)}
${drawPlace('Path', 'path', parameters, schemas)}
${drawPlace('Query', 'query', parameters, schemas)}
${requestBody && drawBody(isEvent ? 'What is sent' : 'Body', requestBody.content, schemas)}
${drawPlace('Headers', 'header', parameters, schemas)}
<h2>Responses</h2>
${ownAnswers.map((answer) => drawAnswer(answer, schemas))}
${drawErrors(errors, document)}
</article>
<aside class="docs-example" aria-label="Examples">
${!isEvent && drawCalls(operation, document.servers[0].url)}
${ownAnswers.map(([status, { content }]) => drawExamples(`Response ${status}`, content))}
${requestBody && drawExamples(isEvent ? 'What is sent' : 'Body', requestBody.content)}
</aside>
</section>
`
}

type Schemas = OpenApiDocument['components']['schemas']

function drawPlace(words: string, place: Parameter['in'], parameters: readonly Parameter[], schemas: Schemas) {
  const placed = parameters.filter((parameter) => parameter.in === place)
  return placed.length > 0 && html`<h2>${words}</h2>${drawParameters(placed, schemas)}`
}

function drawBody(title: string, content: Content, schemas: Schemas): Html[] {
  return Object.entries(content).map(
    ([mediaType, { schema }]) => html`<h2>${title} <span class="docs-type">${mediaType}</span></h2>
${drawFields(schema, schemas)}`,
  )
}

function drawExamples(title: string, content: Content = {}): Html[] {
  return Object.values(content).flatMap(({ example }) =>
    example === undefined ? [] : drawCode(title, JSON.stringify(example, null, 2), 'json'),
  )
}

function drawCode(title: string, text: string, language: string): Html {
  const code = html`<pre tabindex="0"><code>${highlight(text, language)}</code></pre>`
  return html`<figure><figcaption>${title}</figcaption>${code}</figure>
`
}

/** Draws programs that call the operation; a script shows one of them. */
function drawCalls(operation: PlacedOperation, baseUrl: string): Html[] {
  return callSamples(operation, baseUrl).map(
    ({ language, grammar, code }) => html`<div class="docs-language" data-language="${language}">
${drawCode(`${language === 'curl' ? 'Call with curl' : `Call in ${language}`}${code.includes('body.json') ? ', with the example in body.json' : ''}`, code, grammar)}</div>
`,
  )
}

type Answer = PlacedOperation['responses'][string]

/** Draws an answer of this operation; common ones are errors. */
function drawAnswer([status, { description, content = {} }]: [string, Answer], schemas: Schemas): Html {
  const words = description === undefined || description === STATUS_CODES[status] ? '' : renderInline(description)
  const name = html`<code>${status}</code> ${STATUS_CODES[status]} <span class="muted">${words}</span>`
  if (Object.keys(content).length === 0) return html`<p>${name}</p>`
  return html`<details class="docs-answer"><summary>${name}</summary>
${Object.values(content).map(({ schema }) => drawFields(schema, schemas))}</details>
`
}

function drawErrors(statuses: readonly string[], { components }: OpenApiDocument): Html | false {
  if (statuses.length === 0) return false
  const rows = statuses.map((status) => {
    const words = renderInline(components.responses[status]!.description!)
    return html`<li><code>${status}</code> ${STATUS_CODES[status]}: ${words}</li>
`
  })
  return html`<details class="docs-answer"><summary>Errors <code>${statuses.join(' ')}</code></summary>
<ul>
${rows}</ul>
<p>Their bodies: <a href="${addressOfTag('Codes and errors')}">Codes and errors</a>.</p></details>
`
}
