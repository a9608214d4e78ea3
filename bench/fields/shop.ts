import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Tollgate } from '../../client/index.ts'
import type { Demo } from '../gateway-process.ts'

/** A shop whose every page view opens a session and shows the card's fields. @returns its port */
export async function openShop({ base_url: baseUrl, auth_url: authUrl, realm, merchant }: Demo) {
  const { client_id: clientId, client_secret: clientSecret, public_key: publicKey } = merchant
  const tollgate = new Tollgate({ baseUrl, authUrl, realm, clientId, clientSecret, publicKey })
  const sessions: string[] = []
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(pageOf(baseUrl, merchant.client_key, sessions.pop() ?? ''))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** Opens the session of the next page view. */
    async prepare() {
      const { id } = await tollgate.sessions.create({
        reference: `bench-${Date.now()}`,
        terminal_id: merchant.terminal_id,
        description: 'A bag of coffee',
        currency: 'EUR',
        amount: 1250n,
        transaction_type: 'PURCHASE',
        return_url: 'http://localhost/thanks',
      })
      sessions.push(id)
    },
    close: () => void server.close().closeAllConnections(),
  }
}

/**
 * As docs/integrate/embedded-fields.md has it, with a stopwatch: the fields are visible once their frame has a height.
 */
function pageOf(baseUrl: string, clientKey: string, sessionId: string): string {
  return `<!doctype html>
<html lang="en"><title>Checkout</title><link rel="icon" href="data:,">
<script src="${baseUrl}/embedded-fields.js"></script>
<h1>Pay €12.50</h1><form><div id="card"></div><button>Pay</button></form>
<script type="module">
  const times = { called: performance.now() }
  new MutationObserver(() => {
    const frame = document.querySelector('#card iframe')
    if (frame?.clientHeight > 0) times.visible ??= performance.now()
  }).observe(document.querySelector('#card'), { subtree: true, childList: true, attributeFilter: ['style'] })
  const core = await PaymentComponent({ clientKey: '${clientKey}', sessionId: '${sessionId}', environment: 'test' })
  times.opened = performance.now()
  await core.create('card').mount('#card')
  times.ready = performance.now()
  window.times = times
</script></html>`
}
