import { type Static, Type } from 'typebox'
import type { Names } from './read.ts'
import { FreeText, NullableString, nullable } from './types.ts'
import { wire } from './wire.ts'

/** `PATCH /api/appearance` (docs/reference/hosted-page.md#appearance). */
export const AppearanceBody = Type.Object({
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

/** A missing value stays, null removes it. */
export type AppearanceChange = Names<Static<typeof AppearanceBody>>

export const AppearanceRecord = wire('Appearance', {
  display_name: NullableString,
  accent_color: NullableString,
  logo_url: NullableString,
}).named()
