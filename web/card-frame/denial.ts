import { awaitHandshake, readFrameConfig } from '../shared/handshake.ts'
import type { FaultCode, FromFrame } from '../shared/protocol.ts'

/** A frame without fields: it only reports why there are none. */
async function refuse(): Promise<void> {
  const { denial } = readFrameConfig()
  const { port } = await awaitHandshake('embedded-fields', null)
  const send = (message: FromFrame) => port.postMessage(message)
  send({ type: 'hello' })
  send({ type: 'fault', code: denial?.code as FaultCode, message: denial?.message ?? '' })
}

void refuse()
