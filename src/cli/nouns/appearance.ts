import type { Noun } from '../command.ts'
import { picture, textOrNone } from '../kinds.ts'

/** What shoppers see of a merchant on the hosted page (docs/reference/hosted-page.md#appearance). */
export const appearance: Noun = {
  name: 'appearance',
  summary: 'Name, colour and logo of your hosted page, as the merchant',
  commands: [
    {
      verb: 'show',
      summary: 'Show what the page has of yours',
      method: 'GET',
      asMerchant: '/api/appearance',
      examples: ['appearance show'],
    },
    {
      verb: 'set',
      summary: 'Change it for every page that is opened from now on; what is not named stays',
      method: 'PATCH',
      asMerchant: '/api/appearance',
      options: [
        {
          flags: '--name <name>',
          field: 'display_name',
          kind: textOrNone,
          why: 'what shoppers know you by, or none for the name you have here',
        },
        {
          flags: '--color <color>',
          field: 'accent_color',
          kind: textOrNone,
          why: 'of the pay button, as in #7a1f5c, or none for ours',
        },
        { flags: '--logo <file>', field: 'logo', kind: picture, why: 'a PNG or JPEG file of at most 96 KiB, or none' },
      ],
      examples: ["appearance set --name Larkspur --color '#7a1f5c'", 'appearance set --logo none'],
    },
  ],
}
