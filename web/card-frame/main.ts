import { awaitGreeting, readInvitation } from '../shared/handshake.ts'
import type { FromFrame, Greeting, ToFrame } from '../shared/protocol.ts'
import { Desk } from './desk.ts'
import { Frame } from './frame.ts'

/** The card's frame: greets the shop's page, shows the fields and reports how high it has become. */
async function start(): Promise<void> {
  const { origins, clientKey, sessionId } = readInvitation()
  const { greeting, port } = await awaitGreeting<Greeting>('embedded-fields', origins)
  const send = (message: FromFrame, ports: MessagePort[] = []) => port.postMessage(message, ports)
  send({ type: 'hello' })
  const frame = new Frame(greeting, new Desk(clientKey, sessionId), send)
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => frame.receive(data)
  new ResizeObserver(() =>
    send({ type: 'height', pixels: Math.ceil(document.body.getBoundingClientRect().height) }),
  ).observe(document.body)
  await frame.open()
}

void start()
