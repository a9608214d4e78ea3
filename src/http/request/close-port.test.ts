import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { closePort } from './close-port.ts'

const CLIENTS = 10

/** A thread whose clients connect and send a request while the server's own thread stands still. */
const CONNECTING = `
  import { connect } from 'node:net'
  import { parentPort, workerData } from 'node:worker_threads'
  const { port, clients, sent } = workerData
  const answers = Array.from({ length: clients }, () => new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\\r\\nHost: here\\r\\nConnection: close\\r\\n\\r\\n', () => {
        Atomics.add(sent, 0, 1)
        Atomics.notify(sent, 0)
      })
    })
    socket.on('data', (data) => { text += data })
    socket.on('error', (error) => resolve(error.code))
    socket.on('close', () => resolve(text.split('\\r\\n')[0]))
  }))
  parentPort.postMessage(await Promise.all(answers))
`

test('requests that wait in the queue of the kernel are answered before the port closes', async () => {
  const server = createServer((_request, response) => response.end('here'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const sent = new Int32Array(new SharedArrayBuffer(4))
  const workerData = { port, clients: CLIENTS, sent }
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(CONNECTING)}`), { workerData })
  const answers = once(thread, 'message')
  await once(thread, 'online')
  for (let count = 0; count < CLIENTS; count = Atomics.load(sent, 0)) Atomics.wait(sent, 0, count, 10_000)
  await closePort(server)
  expect(await answers).toEqual([Array(CLIENTS).fill('HTTP/1.1 200 OK')])
})
