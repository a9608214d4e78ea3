import { text } from '#app/config/kinds.ts'
import type { CommandGroup } from '../command.ts'

/** How payments ended (docs/reference/analytics.md). */
export const analytics: CommandGroup = {
  name: 'analytics',
  summary: 'Payment analytics (merchant)',
  commands: [
    {
      verb: 'payments',
      summary: 'Count completed payments by result',
      method: 'GET',
      asMerchant: '/api/analytics/payments',
      options: [
        {
          flags: '--from <day>',
          field: 'from',
          kind: text,
          description: "first day in the merchant's time zone, for example 2026-01-31",
        },
        { flags: '--to <day>', field: 'to', kind: text, description: 'last day, inclusive' },
        {
          flags: '--by <dimension>',
          field: 'group_by',
          kind: text,
          description: 'dimension, for example brand, code, currency, terminal or provider_account',
        },
        { flags: '--terminal <terminal_id>', field: 'terminal_id', kind: text, description: 'terminal ID' },
      ],
      pick: (answer) => {
        const { items, three_ds, retries, ...rest } = answer as Record<string, unknown>
        return { ...rest, three_ds, retries }
      },
      examples: ['analytics payments', 'analytics payments --by brand --from 2026-01-01'],
    },
  ],
}
