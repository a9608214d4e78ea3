import { createServer } from 'node:http'
import { readDemoAccess } from './demo-access.ts'
import { buildShop } from './shop.ts'

const { SHOP_PORT = '3001', SHOP_HOST = 'localhost', TOLLGATE_DEMO_FILE = './data/demo.json' } = process.env

const shop = await buildShop(readDemoAccess(TOLLGATE_DEMO_FILE))
await shop.ready()

// `localhost` means either address to a browser; a machine without IPv6 simply has the first.
const servers = (SHOP_HOST === 'localhost' ? ['127.0.0.1', '::1'] : [SHOP_HOST]).map((host) => {
  const server = createServer((request, response) => shop.routing(request, response))
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return
    console.error(`The demo shop cannot listen on ${host} port ${SHOP_PORT} (${error.code}). Choose another SHOP_PORT.`)
    process.exit(1)
  })
  return server.listen(Number(SHOP_PORT), host)
})

function stop(): void {
  for (const server of servers) {
    server.close(() => undefined)
    server.closeAllConnections()
  }
  process.disconnect?.()
}

process.once('SIGTERM', stop)
process.once('SIGINT', stop)
process.once('disconnect', () => process.exit(0))
