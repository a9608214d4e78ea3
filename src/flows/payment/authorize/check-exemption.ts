import type { Problem } from '#domain/problem.ts'
import type { Terminal } from '#domain/terminal.ts'
import type { ThreeDsWishes } from '#domain/three-ds-wishes.ts'

/** Problem of an exemption that a terminal may not claim (docs/reference/three-ds.md#wishes). */
export function exemptionProblems(wishes: ThreeDsWishes | null | undefined, terminal: Terminal | null): Problem[] {
  const exemption = wishes?.exemption
  if (!exemption || terminal?.exemptions.includes(exemption)) return []
  const message = 'The terminal may not claim this exemption; ask the operator to add it.'
  return [{ property: 'options.three_ds.exemption', message, params: [...(terminal?.exemptions ?? [])] }]
}
