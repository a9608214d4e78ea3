import { Type } from 'typebox'
import { type Appearance, changeAppearance, showAppearance, showLogo } from '#flows/appearance.ts'
import type { Gateway } from '#flows/gateway.ts'
import { FreeText, NullableString, nullable } from '#interface/types.ts'
import { logoPath } from '../pages/hosted/theme.ts'
import { answer, get, patch } from '../route.ts'

/** Body of `PATCH /api/appearance` (docs/reference/hosted-page.md#appearance). */
export const ChangeAppearanceBody = Type.Object({
  display_name: Type.Optional(
    nullable(
      FreeText({
        minLength: 1,
        maxLength: 60,
        description: 'Name shown to shoppers; null: the merchant name.',
        examples: ['Larkspur'],
      }),
    ),
  ),
  accent_color: Type.Optional(
    nullable(
      Type.String({
        pattern: '^#[0-9A-Fa-f]{6}$',
        description: 'Color of buttons and marks; we keep text readable. Null: the default.',
        examples: ['#7a1f5c'],
      }),
    ),
  ),
  logo: Type.Optional(
    nullable(
      Type.String({
        maxLength: 140_000,
        format: 'logo',
        description: 'A PNG or JPEG file as a data: URL, at most 96 KiB and 2000 by 2000 pixels; null removes it.',
        examples: [
          'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        ],
      }),
    ),
  ),
})

const AppearanceAnswer = Type.Object(
  {
    display_name: NullableString,
    accent_color: NullableString,
    logo_url: NullableString,
  },
  { title: 'Appearance' },
)

const APPEARANCE = {
  guard: 'merchant',
  tag: 'Sessions',
  answers: { 200: AppearanceAnswer },
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
  body: ChangeAppearanceBody,
  handle: async (gateway, { caller, actor, body }) => {
    const { display_name: displayName, accent_color: accentColor, logo } = body
    const changed = await changeAppearance(gateway, actor, caller.merchantId, { displayName, accentColor, logo })
    return answer(view(gateway, changed))
  },
})

export const logoRoute = get('/merchant-logos/:digest', {
  guard: 'open',
  summary: 'A logo of a hosted page',
  params: Type.Object({ digest: Type.String() }),
  handle: async (gateway, { params }) => {
    const { bytes, type } = await showLogo(gateway, params.digest)
    // Its name is its digest, so it never changes.
    return { status: 200, bytes, contentType: type, cacheControl: 'public, max-age=31536000, immutable' }
  },
})

function view({ settings }: Gateway, { displayName, accentColor, logoDigest }: Appearance) {
  const logoUrl = logoDigest === null ? null : settings.baseUrl + logoPath(logoDigest)
  return { display_name: displayName, accent_color: accentColor, logo_url: logoUrl }
}
