import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#app/cli/command.ts'
import { COMMANDS } from '#app/cli/commands.ts'
import { type Document, readDocument } from '#test/openapi-document.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'

let app: RunningGateway
let document: Document
beforeAll(async () => {
  app = await useGateway()
  document = await readDocument(app.baseUrl)
})
afterAll(() => app.close())

const CALLS = COMMANDS.flatMap((entry) => {
  const commands = 'commands' in entry ? entry.commands : [entry]
  const noun = 'commands' in entry ? `${entry.name} ` : ''
  return commands.flatMap((command) => ('method' in command ? [[`${noun}${command.verb}`, command] as const] : []))
})

const templatesOf = ({ asOperator, asMerchant }: Call) => [asOperator, asMerchant].filter((path) => path !== undefined)

/** Operation of the API at a path, regardless of the names of its parameters. */
function operationAt(method: string, template: string): Document {
  const shape = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')
  const path = Object.keys(document.paths).find((each) => shape(each) === shape(template))
  return path && document.paths[path][method.toLowerCase()]
}

function resolved(schema: Document): Document {
  return schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema
}

/** Fields of the query of a GET, and of the body of any other operation. */
function inputOf({ parameters, requestBody }: Document): string[] {
  const query = parameters.filter((parameter: Document) => parameter.in === 'query')
  const body = resolved(requestBody?.content['application/json']?.schema)
  return [...query.map(({ name }: Document) => name), ...Object.keys(body?.properties ?? {})]
}

test.each(CALLS)('%s sends only fields that its operation has', (_name, call) => {
  const { args = [], options = [], readFirst, unsent, asCsv } = call
  const inPaths = templatesOf(call).flatMap((path) => [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field))
  const typed = readFirst ? [] : [...args, ...options.map(({ field }) => field)]
  const sent = typed.filter((field) => !inPaths.includes(field) && field !== unsent && field !== asCsv)
  for (const template of templatesOf(call)) {
    const operation = operationAt(call.method, template)
    expect(operation, `${call.method} ${template}`).toBeDefined()
    expect(inputOf(operation)).toEqual(expect.arrayContaining(sent))
  }
})

test.each(CALLS.filter(([, { columns }]) => columns))('%s has columns that the items have', (_name, call) => {
  const { responses } = operationAt(call.method, templatesOf(call)[0]!)
  const answer = resolved((responses[200] ?? responses[201]).content['application/json'].schema)
  const shown = answer.properties.items ? resolved(answer.properties.items.items) : answer
  expect(Object.keys(shown.properties)).toEqual(expect.arrayContaining([...call.columns!]))
})
