import type { CommandGroup } from '../command.ts'
import { imageFile, textOrNone } from '../kinds.ts'

/** What shoppers see of a merchant on the hosted page (docs/reference/hosted-page.md#appearance). */
export const appearance: CommandGroup = {
  name: 'appearance',
  summary: 'Name, color and logo of the hosted page (merchant)',
  commands: [
    {
      verb: 'show',
      summary: 'Show the appearance of the hosted page',
      method: 'GET',
      asMerchant: '/api/appearance',
      examples: ['appearance show'],
    },
    {
      verb: 'set',
      summary: 'Update the hosted page; omitted options stay unchanged',
      method: 'PATCH',
      asMerchant: '/api/appearance',
      options: [
        {
          flags: '--name <name>',
          field: 'display_name',
          kind: textOrNone,
          description: 'name shown to shoppers, or none for the merchant name',
        },
        {
          flags: '--color <color>',
          field: 'accent_color',
          kind: textOrNone,
          description: 'color of the pay button, for example #7a1f5c, or none for the default',
        },
        {
          flags: '--logo <file>',
          field: 'logo',
          kind: imageFile,
          description: 'PNG or JPEG file, at most 96 KiB, or none',
        },
      ],
      examples: ["appearance set --name Larkspur --color '#7a1f5c'", 'appearance set --logo none'],
    },
  ],
}
