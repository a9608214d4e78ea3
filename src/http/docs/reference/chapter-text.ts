import type { Chapter, PlacedOperation } from './chapters.ts'
import type { Content, OpenApiDocument } from './document.ts'
import { typeWords } from './schema-words.ts'

type Schemas = OpenApiDocument['components']['schemas']

/** Chapter of the API reference as Markdown, with examples. */
export function chapterText(
  { title, about, operations }: Chapter,
  { components: { schemas } }: OpenApiDocument,
): string {
  return [`# ${title}`, about, ...operations.flatMap((operation) => operationLines(operation, schemas))].join('\n\n')
}

/** Overview of all operations as Markdown. */
export function referenceText(chapters: readonly Chapter[]): string {
  const lines = chapters.map(({ title, address, operations }) => {
    const items = operations.map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}\n`)
    return `## [${title}](${address}.md)\n\n${items.join('')}`
  })
  return ['# API reference', ...lines].join('\n\n')
}

function operationLines(operation: PlacedOperation, schemas: Schemas): string[] {
  const { method, path, summary, description = '', parameters = [], requestBody, responses } = operation
  const rows = parameters.map(({ name, in: place, required, schema, description: words = '' }) => {
    const need = required ? ', required' : ''
    return `- \`${name}\` (${place}, ${typeWords(schema, schemas)}${need}): ${words}`
  })
  const answers = Object.entries(responses).flatMap(([status, { content }]) =>
    exampleLines(`Response ${status}`, content),
  )
  return [
    `## ${summary}`,
    `\`${method} ${path}\``,
    description,
    rows.join('\n'),
    ...exampleLines('Body', requestBody?.content),
    ...answers,
  ].filter((line) => line !== '')
}

function exampleLines(title: string, content: Content = {}): string[] {
  return Object.values(content).flatMap(({ example }) =>
    example === undefined ? [] : [`${title}:`, `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``],
  )
}
