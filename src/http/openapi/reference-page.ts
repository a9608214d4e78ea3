import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { REFERENCE } from '../docs/operations.ts'
import { renderAnswer, send } from '../response/answers.ts'
import type { HttpResponse } from '../response/problems.ts'

const SCRIPT_PATH = '/docs/reference.js'

/** Nothing is loaded from elsewhere: no fonts, no proxy, no telemetry. */
const SETTINGS = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  // A table takes the whole width, and its words are not broken.
  customCss: `
    .section-columns:has(table) { flex-wrap: wrap }
    .section-columns .section-column:has(table) { flex: 1 0 100% }
    .section-column .markdown :is(th, td, code) { word-break: normal }`,
}

/** The API reference, with everything it needs on this server. @param authUrl where tokens are asked for */
export function addReference(app: FastifyInstance, authUrl: string): void {
  const { origin } = new URL(authUrl)
  app.get(REFERENCE, async (_request, reply) => send(reply, referencePage(origin)))
  app.get(SCRIPT_PATH, async (_request, reply) => send(reply, await referenceScript()))
}

function referencePage(authOrigin: string): HttpResponse {
  const nonce = randomBytes(16).toString('base64')
  const settings = JSON.stringify(SETTINGS).replaceAll('"', '&quot;')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tollgate API reference</title>
</head>
<body>
<script id="api-reference" data-url="/openapi.json" data-configuration="${settings}" nonce="${nonce}"></script>
<script src="${SCRIPT_PATH}" nonce="${nonce}"></script>
</body>
</html>`
  return renderAnswer({ status: 200, page: { html, csp: policyOf(authOrigin, nonce) } })
}

/** The reference brings its styles as a style element; scripts come from here alone. */
function policyOf(authOrigin: string, nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    'font-src data:',
    `connect-src 'self' ${authOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

let script: Promise<HttpResponse> | undefined

/** Loaded when somebody first opens the reference, because the gateway itself never needs it. */
function referenceScript(): Promise<HttpResponse> {
  script ??= readScript().then((body) => ({
    status: 200,
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=3600' },
    body,
  }))
  return script
}

/** The package offers its script only through its Fastify plugin. */
async function readScript(): Promise<string> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const server = Fastify()
  await server.register(reference, { routePrefix: '/', configuration: { url: '/openapi.json' } })
  const { payload } = await server.inject('/js/scalar.js')
  return payload
}
