import type { Kind } from '#app/config/kinds.ts'

/** One thing that may be said after a verb. */
export interface Option {
  /** As it is typed, e.g. `--country <code>`. */
  readonly flags: string
  /** The gateway's own name for it. */
  readonly field: string
  readonly kind: Kind<unknown>
  readonly why: string
  readonly isRequired?: true
}

/** What was typed, by the gateway's own names; absent where nothing was. */
export type Input = Readonly<Record<string, unknown>>

interface Described {
  readonly verb: string
  readonly summary: string
  /** Fields that are typed in this order, without a flag. */
  readonly args?: readonly string[]
  readonly options?: readonly Option[]
  /** Without the program's name. */
  readonly examples: readonly string[]
  /** For a human reader of the answer. */
  readonly note?: string
  /** The fields a list is shown with. */
  readonly columns?: readonly string[]
}

/**
 * A call of the gateway. A field named in the path stands there; the others become the query of a GET and the body of
 * anything else. Where both paths are given, the operator's is taken once every field in it is known.
 */
export interface Call extends Described {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly asOperator?: string
  readonly asMerchant?: string
  /** A field that names a file and is sent as what that holds: a secret never stands on a command line. */
  readonly fromFile?: string
  /** The part of the answer that is asked for. @throws Failure where it holds none */
  readonly pick?: (answer: unknown) => unknown
  /** What the call only begins. */
  readonly goOn?: GoOn
  /** Whether the answer, though given, is bad news: the command then ends with 1. */
  readonly isBad?: (answer: unknown) => boolean
}

/** Work that goes on behind an answer and is waited for. */
export interface GoOn {
  /** The field that says not to wait, when it is off. */
  readonly unlessOff: string
  /** Where to look how far it is. */
  readonly show: string
  /** How much is left in what was shown; 0 is the end. @throws Failure where it cannot end well */
  readonly remaining: (answer: unknown) => number
}

/** A deed that needs no running gateway. */
export interface Act extends Described {
  readonly run: () => Promise<unknown>
}

export type Command = Call | Act

/** What the commands are about. */
export interface Noun {
  readonly name: string
  readonly summary: string
  readonly commands: readonly Command[]
}

/** Something went wrong, told in whole lines. Safe to print. */
export class Failure extends Error {
  override name = 'Failure'
}
