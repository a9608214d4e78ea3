import { address, listOf, text } from '#app/config/kinds.ts'
import { listen as listenTo } from '#client/command/listen.ts'
import type { OutputLine } from '#client/command/output-line.ts'
import { findAccess } from '../access.ts'
import type { Input, StreamingCommand } from '../command.ts'

/** Events on a developer's machine, which no webhook reaches (docs/integrate/webhooks.md#on-your-own-machine). */
export const listen: StreamingCommand = {
  verb: 'listen',
  summary: 'Stream events and optionally forward them, signed, to a URL; stop with Ctrl-C',
  options: [
    {
      flags: '--forward-to <url>',
      field: 'forward_to',
      kind: address,
      description: 'URL that receives each event once, for example on your machine',
    },
    { flags: '--events <list>', field: 'events', kind: listOf(text), description: 'event types (default: all)' },
  ],
  examples: ['listen', 'listen --forward-to http://localhost:8001/webhooks'],
  follow,
}

async function* follow({ forward_to, events }: Input): AsyncGenerator<OutputLine> {
  const { connect, clientSecret } = findAccess()
  const [target, types] = [forward_to as string | undefined, events as readonly string[] | undefined]
  yield* listenTo(await connect('merchant'), { clientSecret, target, types })
}
