import { readFileSync } from 'node:fs'
import { TollgateError } from '@tollgate/client'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Html } from './html.ts'
import { messagePage } from './pages/layout.ts'

/** The shop's own files: content type by name. */
const ASSETS = {
  'shop.css': 'text/css',
  'pages.css': 'text/css',
  'checkout.css': 'text/css',
  'payment-options.css': 'text/css',
  'embedded.css': 'text/css',
  'embedded.js': 'text/javascript',
  'checkout.js': 'text/javascript',
  'result.js': 'text/javascript',
  'favicon.svg': 'image/svg+xml',
} as const

/** Serves the files of public/. */
export function addAssets(shop: FastifyInstance): void {
  for (const [name, type] of Object.entries(ASSETS)) {
    const content = readFileSync(new URL(`public/${name}`, import.meta.url))
    shop.get(`/${name}`, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(content))
  }
}

/** The security headers of every page. Banks are anywhere on https; the simulated one is at the gateway's address. */
export function addHeaders(shop: FastifyInstance, baseUrl: string): void {
  const bank = `https: ${new URL(baseUrl).origin}`
  const policy = policyOf({ scripts: "'self'", frames: bank, forms: `'self' ${bank}` })
  shop.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
  })
}

/**
 * A page with embedded fields needs the gateway's script and frame, and no bank: that is framed by the gateway.
 */
export function embeddedPolicy(baseUrl: string): string {
  const { origin } = new URL(baseUrl)
  return policyOf({ scripts: `'self' ${origin}`, frames: origin, forms: "'self'" })
}

function policyOf({ scripts, frames, forms }: Readonly<Record<'scripts' | 'frames' | 'forms', string>>): string {
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    `form-action ${forms}`,
    `frame-src ${frames}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/** Pages for what is not there and for what went wrong. */
export function addErrorPages(shop: FastifyInstance): void {
  shop.setNotFoundHandler((_request, reply) =>
    page(reply.code(404), messagePage('We could not find that', 'This page or order does not exist.')),
  )
  shop.setErrorHandler((error, request, reply) => {
    const isOurs = error instanceof TollgateError
    if (isOurs && request.url === '/webhooks') return reply.code(400).send({ error: error.message })
    // Only the gateway's own messages are known to hold no card.
    console.error(isOurs ? error.message : `The shop failed on ${request.method} ${request.routeOptions.url}.`)
    const text = 'Your order is safe. Please reload this page in a moment.'
    return page(reply.code(502), messagePage('The payment service is not responding', text))
  })
}

export function page(reply: FastifyReply, body: Html): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(body.text)
}
