import { STATUS_CODES } from 'node:http'
import { type Html, html } from '#html/html.ts'
import { highlight } from '../../../docs/highlight.ts'
import { renderInline } from '../../../docs/markdown.ts'
import { addressOfTag } from '../../../docs/operations.ts'
import { callSamples } from '../../../docs/reference/calls.ts'
import type { PlacedOperation } from '../../../docs/reference/chapters.ts'
import type { Content, OpenApiDocument, Parameter } from '../../../docs/reference/document.ts'
import { drawFields, drawParameters } from './fields.ts'
import { drawTrial } from './trial.ts'

export function drawOperation(operation: PlacedOperation, document: OpenApiDocument): Html {
  const { operationId, method, path, summary, description, parameters = [], requestBody } = operation
  const { schemas } = document.components
  const isEvent = method === 'EVENT'
  const answers = Object.entries(operation.responses)
  return html`<section class="docs-operation">
<h2 id="${operationId}">${summary} <a class="docs-anchor" href="#${operationId}" aria-label="Link to ${summary}">#</a></h2>
<p class="docs-route"><span class="docs-method docs-method-${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
${description && html`<p>${renderInline(description)}</p>`}
${PLACES.map(([place, words]) => drawPlace(words, placedIn(parameters, place), schemas))}
${requestBody && drawBody(isEvent ? 'What is sent' : 'Body', requestBody.content, schemas)}
${!isEvent && drawCalls(operation, document.servers[0].url)}
<h3>Answers</h3>
${answers.filter(([, { $ref }]) => $ref === undefined).map((answer) => drawAnswer(answer, schemas))}
${drawErrors(
  answers.filter(([status, { $ref }]) => $ref !== undefined && status !== 'default').map(([status]) => status),
  document,
)}
${!isEvent && drawTrial(operation, document)}
</section>
`
}

const PLACES = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Headers'],
] as const

type Schemas = OpenApiDocument['components']['schemas']

function placedIn(parameters: readonly Parameter[], place: Parameter['in']): readonly Parameter[] {
  return parameters.filter((parameter) => parameter.in === place)
}

function drawPlace(words: string, parameters: readonly Parameter[], schemas: Schemas): Html | false {
  if (parameters.length === 0) return false
  return html`<h3>${words}</h3>
${drawParameters(parameters, schemas)}`
}

function drawBody(title: string, content: Content, schemas: Schemas): Html[] {
  return Object.entries(content).map(
    ([mediaType, { schema, example }]) => html`<h3>${title} <span class="docs-type">${mediaType}</span></h3>
${drawFields(schema, schemas)}${example !== undefined && drawCode('Example', JSON.stringify(example, null, 2), 'json')}`,
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
${drawBody('Fields', content, schemas)}</details>
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
