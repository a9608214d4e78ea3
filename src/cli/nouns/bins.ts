import type { CommandGroup } from '../command.ts'

/** Countries of cards by their first digits (docs/reference/rules.md#countries-of-cards). */
export const bins: CommandGroup = {
  name: 'bins',
  summary: 'Countries of cards, for rules with card_country',
  commands: [
    {
      verb: 'import',
      summary: 'Replace the table of BINs and countries by a CSV file',
      args: ['file'],
      run: async ({ file }) => (await import('../import-bins.ts')).importBins(String(file)),
      examples: ['bins import bins.csv'],
    },
  ],
}
