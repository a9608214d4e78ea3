import type { Connection } from '../connection.ts'
import type { EventRecord } from '../event.ts'
import { type Forwarded, forward, forwardingSecret } from './forward.ts'
import { newEvents } from './new-events.ts'
import type { OutputLine } from './output-line.ts'
import { sayAside } from './say.ts'

export interface ListenOptions {
  /** Signs forwarded events. */
  readonly clientSecret: string
  /** URL that receives each event once. */
  readonly target?: string | undefined
  /** All types by default. */
  readonly types?: readonly string[] | undefined
}

/** Streams events to a developer's machine, which no webhook reaches (docs/integrate/webhooks.md#on-your-own-machine). */
export async function* listen(
  connection: Connection,
  { clientSecret, target, types }: ListenOptions,
): AsyncGenerator<OutputLine> {
  const secret = forwardingSecret(clientSecret)
  const began = () => {
    if (target) sayAside(`Forwarding to ${target}, signed with the secret ${secret}`)
    sayAside('Listening. Stop with Ctrl-C.')
  }
  for await (const event of newEvents(connection, began)) {
    if (types && !types.includes(event.event)) continue
    const forwarded = target ? await forward(target, event, secret) : undefined
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
