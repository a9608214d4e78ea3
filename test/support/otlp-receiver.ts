import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly failed: boolean
  readonly service: string
  /** Places of other traces that led to it. */
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly attributes: Readonly<Record<string, string | number>>
}

/** A small collector of OpenTelemetry. */
export interface OtlpReceiver {
  readonly url: string
  readonly spans: ReceivedSpan[]
  /** As they came. */
  readonly bodies: string[]
  /** The headers of the newest post. */
  readonly headers: Readonly<Record<string, unknown>>
  close(): Promise<void>
}

/** @param status what every post is answered with */
export async function openOtlpReceiver(status = 200): Promise<OtlpReceiver> {
  const received = { spans: [] as ReceivedSpan[], bodies: [] as string[], headers: {} }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    received.headers = { ...request.headers, path: request.url }
    received.bodies.push(body)
    received.spans.push(...spansIn(JSON.parse(body)))
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return Object.assign(received, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

// biome-ignore lint/suspicious/noExplicitAny: it is taken apart as OTLP describes it
function spansIn({ resourceSpans }: any): ReceivedSpan[] {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  return resourceSpans.flatMap(({ resource, scopeSpans }: any) => {
    const service = String(attributesIn(resource.attributes)['service.name'])
    // biome-ignore lint/suspicious/noExplicitAny: see above
    return scopeSpans.flatMap(({ spans }: any) =>
      // biome-ignore lint/suspicious/noExplicitAny: see above
      spans.map(({ attributes, status, ...span }: any) => {
        return { ...span, service, failed: status.code === 2, attributes: attributesIn(attributes) }
      }),
    )
  })
}

type Value = { readonly stringValue?: string; readonly intValue?: string; readonly doubleValue?: number }

function attributesIn(list: { readonly key: string; readonly value: Value }[]) {
  return Object.fromEntries(
    list.map(({ key, value }) => [key, value.stringValue ?? value.doubleValue ?? Number(value.intValue)]),
  )
}
