import { address, text } from '#app/config/kinds.ts'
import { COMMANDS } from '#client/command/commands.ts'
import { findAccess } from '../access.ts'
import type { Input, ServerCommand, StreamingCommand } from '../command.ts'

const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  listen: ['listen', 'listen --forward-to http://localhost:8001/webhooks'],
  trigger: ['trigger transaction.processed', 'trigger transaction.processed --response-code TRX_STATUS_DECLINED'],
  logs: ['logs <transaction_id>', 'logs <request_id>'],
  mcp: ['mcp'],
}

/** Commands that merchants also have in the client (client/command/commands.ts). */
export const OF_THE_CLIENT: readonly (StreamingCommand | ServerCommand)[] = Object.entries(COMMANDS).map(
  ([verb, command]) => ({
    verb,
    summary: command.summary,
    args: command.args,
    options: command.options.map((option) => ({ ...option, kind: option.field === 'forward_to' ? address : text })),
    examples: EXAMPLES[verb]!,
    ...('serve' in command
      ? { serve: () => command.serve(async () => findAccess().connect('merchant')) }
      : {
          follow: async function* (input: Input) {
            const { connect, clientSecret } = findAccess()
            yield* command.run({ connection: await connect('merchant'), clientSecret }, input as Record<string, string>)
          },
        }),
  }),
)
