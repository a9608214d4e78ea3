import { address, listOf, text } from '#app/config/kinds.ts'
import type { EventRecord } from '#client/index.ts'
import { encodedSecret } from '#events/webhook-secret.ts'
import { findAccess } from '../access.ts'
import type { Input, OutputLine, StreamingCommand } from '../command.ts'
import { type Forwarded, forward, forwardingSecret } from '../follow/forward.ts'
import { newEvents } from '../follow/new-events.ts'
import { sayAside } from '../say.ts'

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

async function* follow({ forward_to: target, events: types }: Input): AsyncGenerator<OutputLine> {
  const access = findAccess()
  const connection = await access.connect('merchant')
  const secret = forwardingSecret(access.clientSecret)
  const began = () => {
    if (target) sayAside(`Forwarding to ${target}, signed with the secret ${encodedSecret(secret)}`)
    sayAside('Listening. Stop with Ctrl-C.')
  }
  for await (const event of newEvents(connection, began)) {
    if (types && !(types as readonly string[]).includes(event.event)) continue
    const forwarded = target ? await forward(String(target), event, secret) : undefined
    yield { record: { ...event, ...(forwarded && { forwarded }) }, line: lineOf(event, forwarded) }
  }
}

function lineOf({ created_at, id, event, payload }: EventRecord, forwarded: Forwarded | undefined): string {
  const { id: subject, status, processing_code } = payload as unknown as Readonly<Record<string, unknown>>
  const words = [created_at, id, event, subject, status, processing_code].filter((word) => typeof word === 'string')
  return [...words, ...(forwarded ? [`→ ${ending(forwarded)}`] : [])].join('  ')
}

function ending({ status, failure, duration_ms }: Forwarded): string {
  return status === null ? `no response (${failure})` : `${status} in ${duration_ms} ms`
}
