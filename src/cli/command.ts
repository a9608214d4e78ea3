import type { Kind } from '#app/config/kinds.ts'
import type { OutputLine } from '#client/command/output-line.ts'
import type { Connection } from '#client/connection.ts'

export { Failure } from '#client/command/failure.ts'

export interface Option {
  /** As it is typed, e.g. `--country <code>`. */
  readonly flags: string
  readonly field: string
  readonly kind: Kind<unknown>
  readonly description: string
  readonly isRequired?: boolean
}

/** Input by the gateway's field names; only fields that were entered. */
export type Input = Readonly<Record<string, unknown>>

interface Described {
  readonly verb: string
  readonly summary: string
  /** Fields that are typed in this order, without a flag. */
  readonly args?: readonly string[]
  readonly options?: readonly Option[]
  readonly examples: readonly string[]
  /** Printed below the answer, for people. */
  readonly note?: string
  /** The fields that people are shown, of a list or of one answer; all by default. */
  readonly columns?: readonly string[]
  /** True if a successful answer reports a failure: the command then ends with 1. */
  readonly isBad?: (answer: unknown) => boolean
}

/**
 * A call of the gateway. Fields in the path go there, others into the query of a GET or else the body. With two paths,
 * the operator's is used if all its fields are known.
 */
export interface Call extends Described {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly asOperator?: string
  readonly asMerchant?: string
  /** A field that names a file and is sent as its content: a secret must not stand on a command line. */
  readonly fromFile?: string
  /** Name of a file with a JSON object; `-` is standard input. */
  readonly fromJsonFile?: string
  /** A field that names a CSV file, which is the body. */
  readonly asCsv?: string
  readonly sends?: Input
  /** Checks and converts what was typed, before anything is called. @throws Failure */
  readonly prepare?: (input: Input) => Input
  /** Reads what the call needs; returns its input. @throws Failure if there can be none */
  readonly readFirst?: (connection: Connection, input: Input) => Promise<Input>
  /** Makes what is printed of the answer, perhaps by further calls. @throws Failure where there is nothing to print */
  readonly finish?: (answer: unknown, connection: Connection, input: Input) => unknown
  /** True if the answer is a file, which is printed unchanged. */
  readonly isFile?: true
  /** A flag for `finish`, which is not sent. */
  readonly unsent?: string
}

export interface LocalCommand extends Described {
  readonly run: (input: Input) => Promise<unknown>
  /** Text for people, instead of every field of the answer. */
  readonly line?: (answer: unknown, input: Input) => string
}

/** Command that streams output until it ends or is stopped. */
export interface StreamingCommand extends Described {
  readonly follow: (input: Input) => AsyncIterable<OutputLine>
}

/** Command that speaks a protocol over standard input and output, and prints nothing else. */
export interface ServerCommand extends Described {
  readonly serve: () => Promise<void>
}

export type Command = Call | LocalCommand | StreamingCommand | ServerCommand

export interface CommandGroup {
  readonly name: string
  readonly summary: string
  readonly commands: readonly Command[]
}
