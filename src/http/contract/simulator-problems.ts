import type { Problem } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'

/**
 * Directives to simulators that cannot be understood (docs/reference/simulators.md#metadata). Where no simulator runs,
 * metadata keys are plain data.
 * @param body any parsed JSON value: its other parts may be wrong too
 */
export function simulatorProblems(gateway: Gateway, body: unknown): readonly Problem[] {
  const metadata = (body as { metadata?: unknown } | null)?.metadata
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return []
  const directives = metadata as Readonly<Record<string, unknown>>
  const readers = [...gateway.providers.values(), ...(gateway.threeDs ? [gateway.threeDs] : [])]
  const problems = readers.flatMap((reader) => reader.checkMetadata(directives))
  // Simulators share keys; each is reported once.
  return [...new Map(problems.map((problem) => [problem.property, problem])).values()]
}
