import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readDefinition } from './support/provider-sandbox/definition.ts'

interface Sample {
  readonly spec: string
  readonly operation: string
  readonly part: 'request' | 'response'
  readonly status?: string
  readonly good: readonly unknown[]
  readonly bad: readonly { readonly why: string; readonly body: unknown }[]
}

const SAMPLES = new URL('./provider-definitions/samples.json', import.meta.url)
const { cases } = JSON.parse(readFileSync(SAMPLES, 'utf8')) as { cases: readonly Sample[] }

/** A judge that accepts everything would look green. */
describe.each(cases)('$spec judges the $part of $operation', ({ spec, operation, part, status, good, bad }) => {
  const definition = readDefinition(spec, { form: spec.startsWith('stripe') && part === 'request' })
  const [method, path] = operation.split(' ') as [string, string]
  const judge = (body: unknown) =>
    part === 'request'
      ? definition.request(method, path, body)
      : definition.response(method, path, Number(status), body)

  test.each(bad)('and refuses: $why', ({ body }) => expect(judge(body)).not.toEqual([]))
  test.each(good)('and accepts good ones', (body) => expect(judge(body)).toEqual([]))
})
