import type { Connection } from '../connection.ts'
import type { Access } from './access.ts'
import { listen } from './listen.ts'
import { followLogs } from './logs.ts'
import { serve } from './mcp/server.ts'
import { openTools } from './mcp/tools.ts'
import type { OutputLine } from './output-line.ts'
import { EVENTS, trigger } from './trigger.ts'

/** An option of a command; its value is kept under `field`. */
export interface CommandOption {
  readonly flags: string
  readonly field: string
  readonly description: string
}

interface Described {
  readonly summary: string
  /** Arguments that are required, in this order. */
  readonly args: readonly string[]
  readonly options: readonly CommandOption[]
}

interface StreamCommand extends Described {
  readonly run: (access: Access, input: Readonly<Record<string, string | undefined>>) => AsyncIterable<OutputLine>
}

/** Speaks a protocol over standard input and output, and prints nothing else. */
interface ServerCommand extends Described {
  readonly serve: (connect: () => Promise<Connection>) => Promise<void>
}

/** A command that the gateway's own command has too (src/cli/nouns/of-the-client.ts). */
export type Command = StreamCommand | ServerCommand

export const COMMANDS: Readonly<Record<string, Command>> = {
  listen: {
    summary: 'Stream events and optionally forward them, signed, to a URL; stop with Ctrl-C',
    args: [],
    options: [
      {
        flags: '--forward-to <url>',
        field: 'forward_to',
        description: 'URL that receives each event once, for example on your machine',
      },
      { flags: '--events <list>', field: 'events', description: 'event types (default: all)' },
    ],
    run: ({ connection, clientSecret }, { forward_to: target, events }) =>
      listen(connection, { clientSecret, target, types: events?.split(',').map((type) => type.trim()) }),
  },
  trigger: {
    summary: `Trigger an event by a payment at the simulators (uat): ${EVENTS.join(', ')}`,
    args: ['event'],
    options: [
      {
        flags: '--response-code <code>',
        field: 'response_code',
        description: 'response of the simulator (default TRX_STATUS_APPROVED)',
      },
    ],
    run: ({ connection }, { event, response_code: responseCode }) => trigger(connection, event!, responseCode),
  },
  logs: {
    summary: 'Follow a transaction or request until it completes and its events are delivered',
    args: ['id'],
    options: [],
    run: ({ connection }, { id }) => followLogs(connection, id!),
  },
  mcp: {
    summary: 'Serve an AI assistant by the Model Context Protocol, to read only; ends with its input',
    args: [],
    options: [],
    serve: (connect) =>
      serve(process.stdin.setEncoding('utf8'), (line) => process.stdout.write(line), openTools(connect)),
  },
}
