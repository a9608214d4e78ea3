import { parseArgs } from 'node:util'
import { startGateway } from './gateway-process.ts'
import { measure } from './measure.ts'
import { printed } from './report.ts'
import { startReceiver } from './webhook-receiver.ts'

/**
 * `npm run bench [-- --json --connections 32 --seconds 15]`: how near the gateway comes to the limits that opening
 * cards and writing payments set, run through the real thing as `npm start` starts it.
 */
const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    connections: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '15' },
  },
})
const load = { connections: Number(values.connections), seconds: Number(values.seconds), warmUpSeconds: 3 }

const receiver = await startReceiver()
const gateway = await startGateway()
try {
  const report = await measure(gateway, receiver, load)
  console.log(values.json ? JSON.stringify(report, null, 2) : printed(report))
} finally {
  await gateway.stop()
  receiver.close()
}
