import { Type } from 'typebox'
import { FreeText, NullableString, nullable } from './types.ts'

/** Body of `PATCH /api/appearance` (docs/reference/hosted-page.md#appearance). */
export const ChangeAppearanceBody = Type.Object({
  display_name: Type.Optional(
    nullable(
      FreeText({
        minLength: 1,
        maxLength: 60,
        description: 'What shoppers know you by; null: the name you have here.',
        examples: ['Larkspur'],
      }),
    ),
  ),
  accent_color: Type.Optional(
    nullable(
      Type.String({
        pattern: '^#[0-9A-Fa-f]{6}$',
        description: 'Of buttons and marks; where text stands on it or in it, it is made readable. Null: ours.',
        examples: ['#7a1f5c'],
      }),
    ),
  ),
  logo: Type.Optional(
    nullable(
      Type.String({
        maxLength: 140_000,
        format: 'logo',
        description:
          'A PNG or JPEG file as a data: address, at most 96 KiB and 2000 by 2000 pixels; null takes it away.',
        examples: [
          'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        ],
      }),
    ),
  ),
})

/** Answer of `GET` and `PATCH /api/appearance`. */
export const AppearanceAnswer = Type.Object(
  {
    display_name: NullableString,
    accent_color: NullableString,
    logo_url: NullableString,
  },
  { title: 'Appearance' },
)
