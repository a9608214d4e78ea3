import { basename } from 'node:path'
import type { Gateway } from '#flows/gateway.ts'
import type { OwnPage } from '#flows/page-checks/check-pages.ts'
import { assetPath } from '#html/assets.ts'
import type { ShownObjects } from '#store/metrics/page-check.ts'
import { assetRoute } from './pages/assets-route.ts'
import { embeddedFrameRoute, embeddedScriptRoutes } from './pages/embedded/routes.ts'
import { hostedPageRoute } from './pages/hosted/routes.ts'
import { linkPageRoute } from './pages/links/routes.ts'
import { CARD_PAGE_SCRIPTS } from './pages/script-inventory.ts'
import { renderAnswer, securityHeaders } from './response/answers.ts'
import type { Route } from './route.ts'

type Texts = Readonly<Record<string, string>>

const SECURITY_HEADERS = /^(content-|cross-origin-|permissions-|referrer-|strict-|x-content|x-frame)/

/** Renders what shoppers get now: payment pages and their scripts. Without an open session or link, the page that says so. */
export function renderOwnPages(gateway: Gateway, { sessionId, clientKey, linkId }: ShownObjects): Promise<OwnPage[]> {
  const { baseUrl: origin, realm } = gateway.settings
  const environment = realm === 'uat' ? 'test' : 'production'
  const scripts = CARD_PAGE_SCRIPTS.map((file) => [assetRoute, { name: basename(assetPath(file)) }, {}] as const)
  const visits: readonly (readonly [Route, Texts, Texts])[] = [
    [hostedPageRoute, { session_id: sessionId }, { locale: 'en' }],
    [linkPageRoute, { id: linkId }, { locale: 'en' }],
    [embeddedFrameRoute, {}, { client_key: clientKey, session_id: sessionId, environment, origin }],
    [embeddedScriptRoutes[0]!, {}, {}],
    ...scripts,
  ]
  return Promise.all(visits.map((visit) => render(gateway, ...visit)))
}

async function render(gateway: Gateway, route: Route, params: Texts, query: Texts): Promise<OwnPage> {
  const { baseUrl, realm } = gateway.settings
  const path = route.path.replace(/:(\w+)/, (_, name: string) => params[name]!)
  const visit = { params, query, header: () => undefined } as unknown as Parameters<Route['handle']>[1]
  const { status, headers, body } = renderAnswer(await route.handle(gateway, visit))
  const compared = Object.entries({ ...securityHeaders(realm, ''), ...headers })
  const security = Object.fromEntries(compared.filter(([name]) => SECURITY_HEADERS.test(name)))
  return { url: `${baseUrl}${path}?${new URLSearchParams(query)}`, status, headers: security, body }
}
