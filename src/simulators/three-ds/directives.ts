import { FINAL_TRANS_STATUSES, type FinalTransStatus } from '#domain/authentication.ts'
import type { Problem } from '#domain/problem.ts'
import { DEFAULT_FLOW, FLOW_NAMES } from './flows.ts'

/** `metadata.authentication_simulator`: values that replace the flow's. */
export interface Overrides {
  readonly transStatus?: FinalTransStatus
  readonly eci?: string
  readonly authenticationValue?: string
  readonly messageVersion?: string
  readonly dsTransID?: string
}

/** Directives in a merchant's metadata (docs/reference/simulators.md#flows-of-3-d-secure). */
export interface Directives {
  /** One of `FLOW_NAMES`. */
  readonly flow: string
  readonly overrides: Overrides
}

type Metadata = Readonly<Record<string, unknown>>

const VISIBLE = '[\\x21-\\x7e]'

/** Tolerant patterns of the overrides, because the simulated bank is as tolerant as banks are. */
const PATTERNS: Readonly<Record<keyof Overrides, RegExp>> = {
  transStatus: new RegExp(`^[${FINAL_TRANS_STATUSES.join('')}]$`),
  eci: /^\d{2}$/,
  authenticationValue: new RegExp(`^${VISIBLE}{1,64}$`),
  messageVersion: /^2\.\d\.\d$/,
  dsTransID: new RegExp(`^${VISIBLE}{1,36}$`),
}

const OVERRIDES = Object.keys(PATTERNS) as (keyof Overrides)[]

export function directiveProblems(metadata: Metadata): readonly Problem[] {
  const problems: Problem[] = []
  if (readFlow(metadata) === undefined) {
    const message = `Use one of ${FLOW_NAMES.join(', ')}.`
    problems.push({ property: 'metadata.simulated_flow', message, params: FLOW_NAMES })
  }
  if (readOverrides(metadata) === undefined) {
    const message = `Use an object with any of ${OVERRIDES.join(', ')}, each as EMV 3DS writes it.`
    problems.push({ property: 'metadata.authentication_simulator', message, params: OVERRIDES })
  }
  return problems
}

/** @throws Error for metadata that `directiveProblems` rejects */
export function readDirectives(metadata: Metadata): Directives {
  const flow = readFlow(metadata)
  const overrides = readOverrides(metadata)
  if (!flow || !overrides) throw new Error('Simulator metadata must be checked before it is applied.')
  return { flow, overrides }
}

function readFlow({ simulated_flow: given = DEFAULT_FLOW }: Metadata): string | undefined {
  return FLOW_NAMES.find((name) => name === given)
}

function readOverrides({ authentication_simulator: given = {} }: Metadata): Overrides | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  const present = OVERRIDES.filter((name) => Object.hasOwn(given, name))
  const values = present.map((name) => [name, written(name, (given as Metadata)[name])] as const)
  if (!values.every(([name, value]) => PATTERNS[name].test(value))) return undefined
  return Object.fromEntries(values)
}

/** Accepts numbers and their decimal strings (docs/reference/simulators.md#metadata): an `eci` of 5 is `05`. */
function written(name: keyof Overrides, value: unknown): string {
  if (name === 'eci' && Number.isInteger(value)) return String(value).padStart(2, '0')
  return typeof value === 'string' ? value : ''
}
