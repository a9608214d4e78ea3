import type { ValidateFunction } from 'ajv'
import { type Document, readDocument, rebased, validatorOf } from './openapi-document.ts'

/** An HTTP answer and what it answers. */
export interface ReceivedAnswer {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly status: number
  readonly contentType: string
  readonly text: string
}

interface Operation {
  readonly method: string
  readonly pattern: RegExp
  readonly responses: Document
}

/** Answers that the server itself gives before there is an operation. */
const OF_THE_SERVER = [405, 408, 431]

/** A deprecated parameter, whose description says that it answers what another operation does. */
const ANOTHER_ANSWER = /[?&]count=true/

type AnswerCheck = (answer: ReceivedAnswer) => void

/** Checks by the address of a gateway. */
const checks = new Map<string, AnswerCheck>()

/** Compiled checks by the paths of a document: gateways of this process that have the same paths have the same schemas. */
const compiled = new Map<string, AnswerCheck>()

/** Compares each answer of a gateway of this process that `checkAnswer` gets with its `/openapi.json` from now on. */
export async function checkAnswersOf(baseUrl: string): Promise<void> {
  const document = await readDocument(baseUrl)
  const paths = Object.keys(document.paths).join()
  const check = compiled.get(paths) ?? answerCheck(document)
  compiled.set(paths, check)
  checks.set(baseUrl, check)
}

/**
 * Compares an answer with the response of its operation in the API description: status, media type, every field.
 * @throws Error if a required field is missing, a field is unknown, or the status is not described
 */
export function checkAnswer(baseUrl: string, answer: ReceivedAnswer): void {
  checks.get(baseUrl)?.(answer)
}

export function answerCheck(document: Document): AnswerCheck {
  const closed = closeObjects(document)
  const operations = operationsOf(closed)
  const compile = compilerOf(closed)
  return (answer) => {
    if (ANOTHER_ANSWER.test(answer.path)) return
    const path = answer.path.split('?')[0]!
    const operation = operations.find(({ method, pattern }) => method === answer.method && pattern.test(path))
    if (!operation || OF_THE_SERVER.includes(answer.status)) return
    const fault = faultOf(operation, answer, closed, compile)
    if (fault) throw new Error(`${answer.method} ${path} answered ${answer.status}: ${fault}\n${answer.text}`)
  }
}

function faultOf({ responses }: Operation, answer: ReceivedAnswer, document: Document, compile: Compile) {
  const { $ref, ...own } = responses[answer.status] ?? responses.default ?? {}
  const response = $ref ? document.components.responses[$ref.split('/').at(-1)] : own
  if (!response.description) return 'the status is not described'
  if (!response.content) return answer.text === '' ? undefined : 'no body is described'
  const mediaType = answer.contentType.split(';')[0]!
  const content = response.content[mediaType]
  if (!content) return `the media type ${mediaType} is not described`
  if (mediaType !== 'application/json') return undefined
  const validate = compile(content.schema)
  return validate(JSON.parse(answer.text)) ? undefined : JSON.stringify(validate.errors)
}

type Compile = (schema: object) => ValidateFunction

function compilerOf(document: Document): Compile {
  const ajv = validatorOf(document)
  const validators = new Map<object, ValidateFunction>()
  return (schema) => {
    const validate = validators.get(schema) ?? ajv.compile(rebased(schema))
    validators.set(schema, validate)
    return validate
  }
}

/** Operations of the document; the ones with fewer parameters in the path are first. */
function operationsOf({ paths }: Document): Operation[] {
  const byParameters = Object.entries<Document>(paths).sort(
    ([one], [other]) => one.split('{').length - other.split('{').length,
  )
  return byParameters.flatMap(([path, item]) =>
    Object.entries<Document>(item).map(([method, { responses }]) => {
      const parts = path.split(/\{\w+\}/).map((part) => RegExp.escape(part))
      return { method: method.toUpperCase(), pattern: new RegExp(`^${parts.join('[^/]+')}$`), responses }
    }),
  )
}

/** The document with schemas whose objects have no fields but their own. */
function closeObjects(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (_key, part: Document) => {
    const isFixed = typeof part?.properties === 'object' && [part.type].flat().includes('object')
    return isFixed && part.additionalProperties === undefined ? { ...part, additionalProperties: false } : part
  })
}
