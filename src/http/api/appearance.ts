import { Type } from 'typebox'
import { type Appearance, changeAppearance, showAppearance, showLogo } from '#flows/appearance.ts'
import type { Gateway } from '#flows/gateway.ts'
import { AppearanceBody, AppearanceRecord } from '#interface/appearance.ts'
import { readGiven } from '#interface/read.ts'
import { logoPath } from '../pages/hosted/theme.ts'
import { answer, get, patch } from '../route.ts'

const APPEARANCE = {
  guard: 'merchant',
  tag: 'Sessions',
  answers: { 200: AppearanceRecord },
} as const

export const showAppearanceRoute = get('/api/appearance', {
  ...APPEARANCE,
  operation: 'showAppearance',
  permission: 'terminals.read',
  summary: 'Show the appearance of your hosted page',
  handle: async (gateway, { caller }) => answer(view(gateway, await showAppearance(gateway, caller.merchantId))),
})

export const changeAppearanceRoute = patch('/api/appearance', {
  ...APPEARANCE,
  operation: 'changeAppearance',
  permission: 'terminals.origins',
  summary: 'Update the appearance of your hosted page',
  description: 'Your name, color and logo on every hosted page that is opened from now on. What is missing stays.',
  body: AppearanceBody,
  handle: async (gateway, { caller, actor, body }) => {
    const change = readGiven(AppearanceBody, body)
    const changed = await changeAppearance(gateway, actor, caller.merchantId, change)
    return answer(view(gateway, changed))
  },
})

export const logoRoute = get('/merchant-logos/:digest', {
  guard: 'open',
  params: Type.Object({ digest: Type.String() }),
  handle: async (gateway, { params }) => {
    const { bytes, type } = await showLogo(gateway, params.digest)
    // Its name is its digest, so it never changes.
    return { status: 200, bytes, contentType: type, cacheControl: 'public, max-age=31536000, immutable' }
  },
})

function view({ settings }: Gateway, appearance: Appearance) {
  const { logoDigest } = appearance
  const logoUrl = logoDigest === null ? null : settings.baseUrl + logoPath(logoDigest)
  return AppearanceRecord.of({ ...appearance, logoUrl })
}
