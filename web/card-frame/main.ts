import { awaitHandshake, readFrameConfig } from '../shared/handshake.ts'
import { localeOf } from '../shared/locales.ts'
import type { FromFrame, Handshake, ToFrame } from '../shared/protocol.ts'
import { FrameController } from './frame-controller.ts'
import { loadLanguage } from './language.ts'
import { SessionApi } from './session-api.ts'

/** The card frame: completes the handshake, shows the fields and reports their height. */
async function start(): Promise<void> {
  const { origins, clientKey, sessionId, session, locale, texts } = readFrameConfig()
  const { handshake, port } = await awaitHandshake<Handshake>('embedded-fields', origins)
  const send = (message: FromFrame, ports: MessagePort[] = []) => {
    // The height goes first, so that nothing moves once the page knows that the fields are ready.
    if (message.type === 'ready') port.postMessage(height())
    port.postMessage(message, ports)
  }
  send({ type: 'hello' })
  const load = (wanted: string | undefined) => loadLanguage(texts, localeOf([wanted, locale]))
  const frame = new FrameController(handshake, new SessionApi(clientKey, sessionId), send, load)
  send(height())
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => frame.receive(data)
  new ResizeObserver(() => send(height())).observe(document.body)
  await frame.open(session!)
}

function height(): FromFrame {
  return { type: 'height', pixels: Math.ceil(document.body.getBoundingClientRect().height) }
}

void start()
