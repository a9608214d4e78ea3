import type { Call, CommandGroup, LocalCommand, Option, StreamingCommand } from './command.ts'
import { type Field, makeFlag } from './flags.ts'
import OPERATIONS from './operations.json' with { type: 'json' }

interface Operation {
  readonly method: Call['method']
  readonly path: string
  readonly guard: string
  readonly summary: string
  readonly fields: Readonly<Record<string, Field>>
}

type OperationName = keyof typeof OPERATIONS

/** A command before it has its noun and its verb. */
type Verb = Omit<LocalCommand, 'verb'> | Omit<StreamingCommand, 'verb'> | ((noun: string, verb: string) => Call)

/** Options of a command beyond its operation. `args` and `options` are added to those of the path and the fields. */
export interface Details extends Partial<Omit<Call, 'verb' | 'method' | 'asOperator' | 'asMerchant'>> {
  readonly onBehalf?: OperationName
  /** Name of the `:id` in the path, unless it is that of the noun. */
  readonly id?: string
  /** Fields with a flag; by default all, or none if it `sends` something. */
  readonly only?: readonly string[]
  readonly flags?: Readonly<Record<string, Partial<Option>>>
}

export function noun(name: string, summary: string, verbs: Readonly<Record<string, Verb>>): CommandGroup {
  const commands = Object.entries(verbs).map(([verb, made]) =>
    typeof made === 'function' ? made(name, verb) : { verb, ...made },
  )
  return { name, summary, commands }
}

/** Makes a command from an operation of the API, with its path, fields and summary. */
export function op(name: OperationName, details: Details = {}): Verb {
  const { onBehalf, id, only, flags = {}, args: further = [], options = [], ...rest } = details
  const { method, summary, fields } = getOperation(name)
  return (noun, verb) => {
    const paths = findPaths(name, onBehalf, id ?? `${noun.replaceAll('-', '_')}_id`)
    const inPath = fieldsOf(paths.asMerchant ?? paths.asOperator!)
    const args = [...inPath.filter((field) => field !== 'merchant_id' || noun === 'merchant'), ...further]
    const example = [noun, verb, ...args.map((arg) => `<${arg}>`)].join(' ')
    const ofMerchant =
      paths.asOperator?.includes('{merchant_id}') && noun !== 'merchant' ? [makeMerchantFlag(onBehalf)] : []
    const shown = only ?? (rest.sends ? [] : Object.keys(fields).filter((field) => !args.includes(field)))
    const made = shown.map((field) => makeFlag(field, fields[field]!, flags[field]))
    return {
      ...{ verb, method, summary, ...paths, examples: [example], ...rest },
      ...{ args, options: [...ofMerchant, ...made, ...options] },
    }
  }
}

function getOperation(name: OperationName): Operation {
  return (OPERATIONS as Readonly<Record<OperationName, Operation>>)[name]
}

type Paths = Pick<Call, 'asOperator' | 'asMerchant'>

function findPaths(name: OperationName, onBehalf: OperationName | undefined, id: string): Paths {
  const [asOwn, asOther] = [name, onBehalf].map((each) => each && toTemplate(getOperation(each).path, id))
  if (getOperation(name).guard === 'operator') return { asOperator: asOwn! }
  return { asMerchant: asOwn!, ...(asOther && { asOperator: asOther }) }
}

function makeMerchantFlag(onBehalf: OperationName | undefined): Option {
  const description = 'merchant ID, as an operator (default for merchants: your own)'
  return makeFlag('merchant_id', {}, onBehalf && { description })
}

/** A path with the names of its parts in the command, such as `/api/disputes/{dispute_id}`. */
function toTemplate(path: string, id: string): string {
  const named = path.replace('/merchants/:id/', '/merchants/:merchant_id/')
  return named.replaceAll(/:(\w+)/g, (_, field) => `{${field === 'id' ? id : field}}`)
}

export function fieldsOf(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, field]) => field!)
}
