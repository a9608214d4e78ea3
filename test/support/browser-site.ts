import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BankForm } from './browser-merchant.ts'

/** A site that is neither the gateway's nor the demo shop's. */
export interface Site {
  /** `http://localhost:…`; any name under `.localhost` leads here too and is another origin. */
  readonly origin: string
  /** Puts a page on it, with headers of its own. @returns its address */
  show(html: string, origin?: string, headers?: Readonly<Record<string, string>>): string
  close(): Promise<void>
}

/** Opens a site on a free port. A path without a page says so politely. */
export async function openSite(): Promise<Site> {
  const pages = new Map<string, { html: string; headers: Readonly<Record<string, string>> }>()
  const server = createServer((request, response) => {
    const { html, headers } = pages.get(request.url ?? '') ?? { html: document('<h1>The shop</h1>'), headers: {} }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
    response.end(html)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    show(html, shown = origin, headers = {}) {
      const path = `/${pages.size + 1}`
      pages.set(path, { html: document(html), headers })
      return shown + path
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Sends the shopper to the bank on a button, which works without script. */
export function linkingPage(form: BankForm): string {
  return formOf(form, '_self', '<button>To your bank</button>')
}

/** Frames the bank and writes down every message it hears, with its origin. */
export function framingPage(form: BankForm): string {
  return `<iframe name="bank" title="Bank" width="390" height="500"></iframe>
${formOf(form, 'bank', '')}<ul id="heard"></ul>
<script>
addEventListener('message', ({ origin, data }) => {
  heard.append(Object.assign(document.createElement('li'), { textContent: JSON.stringify({ origin, data }) }))
})
document.forms[0].submit()
</script>`
}

function formOf({ url, fields }: BankForm, target: string, button: string): string {
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
  return `<form method="post" action="${url}" target="${target}">${inputs.join('')}${button}</form>`
}

function document(body: string): string {
  return `<!doctype html><html lang="en"><head><title>A shop</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`
}
