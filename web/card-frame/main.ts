import { awaitGreeting, readInvitation } from '../shared/handshake.ts'
import type { FromFrame, Greeting, ToFrame } from '../shared/protocol.ts'
import { Frame } from './frame-controller.ts'
import { SessionApi } from './session-api.ts'

/** The card's frame: greets the shop's page, shows the fields and reports how high they have become. */
async function start(): Promise<void> {
  const { origins, clientKey, sessionId, session } = readInvitation()
  const { greeting, port } = await awaitGreeting<Greeting>('embedded-fields', origins)
  const send = (message: FromFrame, ports: MessagePort[] = []) => {
    // Whoever hears that the fields are ready finds them at their full height, and nothing moves any more.
    if (message.type === 'ready') port.postMessage(height())
    port.postMessage(message, ports)
  }
  send({ type: 'hello' })
  const frame = new Frame(greeting, new SessionApi(clientKey, sessionId), send)
  send(height())
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => frame.receive(data)
  new ResizeObserver(() => send(height())).observe(document.body)
  frame.open(session!)
}

function height(): FromFrame {
  return { type: 'height', pixels: Math.ceil(document.body.getBoundingClientRect().height) }
}

void start()
