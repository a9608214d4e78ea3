import { Type } from 'typebox'
import type { Session } from '#domain/session.ts'
import { authorizeFrame } from '#flows/embedded-fields/authorize-frame.ts'
import { publishedVersion, publishVersion } from '#flows/embedded-fields/script-version.ts'
import type { Gateway } from '#flows/gateway.ts'
import { readPaymentOptions } from '#flows/sessions/payment-options.ts'
import { gatewayOrigins } from '#identity/gateway-origins.ts'
import { browserSessionView } from '../../api/browser-sessions.ts'
import { requestLocale } from '../../language/request-locale.ts'
import { type Answer, get } from '../../route.ts'
import { agreementTexts } from '../agreement-words.ts'
import { ScriptInventory, scriptInventory } from '../script-inventory.ts'
import { embeddedFramePage } from './frame-page.ts'
import { type ShopScriptName, shopScript } from './script.ts'

const Text = Type.Optional(Type.String({ maxLength: 2048 }))

const FOREVER = 'public, max-age=31536000, immutable'
/** Short, so that a fix reaches shops soon; a pinned version never changes. */
const FIVE_MINUTES = 'public, max-age=300'

/** Pages of any origin may load it, also with an `integrity` attribute and when they are isolated. */
const FOR_EVERYBODY = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

export const embeddedFrameRoute = get('/embedded-fields/frame', {
  guard: 'open',
  query: Type.Object({
    client_key: Text,
    session_id: Text,
    environment: Text,
    component: Text,
    locale: Text,
    origin: Text,
    isolated: Text,
  }),
  handle: async (gateway, { query, header }) => {
    const { client_key: clientKey = '', session_id: sessionId = '', environment = '', component, isolated } = query
    const origin = originOf(header('referer'), gateway.settings.baseUrl) ?? query.origin ?? ''
    const wants = component === 'challenge' ? 'challenge' : 'fields'
    const admission = await authorizeFrame(gateway, { clientKey, sessionId, environment, origin, wants })
    const session = wants === 'fields' && admission.session ? await shownSession(gateway, admission.session) : null
    const config = { ...admission, clientKey, sessionId, session }
    const locale = requestLocale(query.locale ?? admission.session?.locale, header)
    return { status: 200, page: embeddedFramePage(wants, config, locale, isolated !== undefined) }
  },
})

/** Script for shops, and a pinned version under its digest. */
export const embeddedScriptRoutes = [
  latestRoute('embedded-fields'),
  latestRoute('walleta-pay-redirect'),
  latestRoute('walletb-pay-redirect'),
  get('/embedded-fields/:version.js', {
    guard: 'open',
    params: Type.Object({ version: Type.String() }),
    handle: async (gateway, { params }) => {
      const present = shopScript('embedded-fields', gateway.settings.baseUrl)
      const content = await publishedVersion(gateway, present, params.version)
      return scriptAnswer(content, FOREVER, content === present.content ? present.mapPath : undefined)
    },
  }),
]

export const scriptInventoryRoute = get('/embedded-fields/inventory.json', {
  guard: 'open',
  tag: 'Embedded fields',
  operation: 'showScriptInventory',
  summary: 'Every script on card pages, with its digest and purpose',
  description: 'For the script inventory of PCI DSS 6.4.3 and the change detection of 11.6.1.',
  answers: { 200: ScriptInventory },
  handle: async (gateway) => {
    const { baseUrl } = gateway.settings
    await publishVersion(gateway, shopScript('embedded-fields', baseUrl))
    const text = JSON.stringify(scriptInventory(baseUrl), null, 2)
    return { status: 200, text, contentType: 'application/json; charset=utf-8', headers: FOR_EVERYBODY }
  },
})

/** Data of the session in the page of the frame, which saves a request. */
async function shownSession(gateway: Gateway, session: Session) {
  const options = await readPaymentOptions(gateway, session)
  return { ...browserSessionView(session, options), agreement: options.terms && agreementTexts(options.terms) }
}

function latestRoute(name: ShopScriptName) {
  return get(`/${name}.js`, {
    guard: 'open',
    handle: async ({ settings }) => {
      const { content, mapPath } = shopScript(name, settings.baseUrl)
      return scriptAnswer(content, FIVE_MINUTES, mapPath)
    },
  })
}

/** @param mapPath source map; undefined for earlier versions, whose map is not stored */
function scriptAnswer(text: string, cacheControl: string, mapPath: string | undefined): Answer {
  const headers = { ...FOR_EVERYBODY, ...(mapPath && { sourcemap: mapPath }) }
  return { status: 200, text, contentType: 'text/javascript; charset=utf-8', cacheControl, headers }
}

/** Origin of the page that shows the frame, by its referrer; undefined for our own address. */
function originOf(referer: string | undefined, baseUrl: string): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return undefined
  const { origin } = new URL(referer)
  return gatewayOrigins(baseUrl).includes(origin) ? undefined : origin
}
