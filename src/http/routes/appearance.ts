import { Type } from 'typebox'
import { type Appearance, changeAppearance, showAppearance, showLogo } from '#flows/appearance/index.ts'
import type { Gateway } from '#flows/gateway.ts'
import { AppearanceAnswer, ChangeAppearanceBody } from '../contract/appearance.ts'
import { logoPath } from '../pages/hosted/theme.ts'
import { route } from '../route.ts'

const APPEARANCE = {
  path: '/api/appearance',
  guard: 'merchant',
  tag: 'Sessions',
  answers: { 200: AppearanceAnswer },
} as const

export const showAppearanceRoute = route({
  ...APPEARANCE,
  method: 'GET',
  operation: 'showAppearance',
  summary: 'Show the appearance of your hosted page',
  handle: async (gateway, { caller }) => {
    return { status: 200, json: view(gateway, await showAppearance(gateway, caller.merchantId)) }
  },
})

export const changeAppearanceRoute = route({
  ...APPEARANCE,
  method: 'PATCH',
  operation: 'changeAppearance',
  summary: 'Update the appearance of your hosted page',
  description: 'Your name, colour and logo on every hosted page that is opened from now on. What is missing stays.',
  body: ChangeAppearanceBody,
  handle: async (gateway, { caller, actor, body }) => {
    const { display_name: displayName, accent_color: accentColor, logo } = body
    const changed = await changeAppearance(gateway, actor, caller.merchantId, { displayName, accentColor, logo })
    return { status: 200, json: view(gateway, changed) }
  },
})

export const logoRoute = route({
  method: 'GET',
  path: '/merchant-logos/:digest',
  guard: 'open',
  summary: 'A logo of a hosted page',
  params: Type.Object({ digest: Type.String() }),
  handle: async (gateway, { params }) => {
    const { bytes, type } = await showLogo(gateway, params.digest)
    // Named after its content, so it never changes.
    return { status: 200, bytes, contentType: type, cacheControl: 'public, max-age=31536000, immutable' }
  },
})

function view({ settings }: Gateway, { displayName, accentColor, logoDigest }: Appearance) {
  const logoUrl = logoDigest === null ? null : settings.baseUrl + logoPath(logoDigest)
  return { display_name: displayName, accent_color: accentColor, logo_url: logoUrl }
}
