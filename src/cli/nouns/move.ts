import { address } from '#app/config/kinds.ts'
import type { MovePlan } from '#flows/moves/plan-move.ts'
import type { LocalCommand } from '../command.ts'
import { asText } from '../print.ts'

/** docs/operate/merchant-groups.md#move-a-merchant */
export const move: Omit<LocalCommand, 'verb'> = {
  summary: 'Move a merchant to another group while it pays: plan, start, status, switch, finish or cancel',
  args: ['step', 'merchant_id'],
  options: [
    { flags: '--to <url>', field: 'to', kind: address, description: 'BASE_URL of the other group', isRequired: true },
  ],
  run: async (input) => (await import('../move/index.ts')).moveMerchant(input),
  line: (answer) => (isPlan(answer) ? planLines(answer) : asText(answer)),
  isBad: (answer) => isPlan(answer) && answer.problems.length > 0,
  examples: [
    'merchant move plan <merchant_id> --to https://us1.pay.example.com',
    'merchant move switch <merchant_id> --to https://us1.pay.example.com',
  ],
}

function isPlan(answer: unknown): answer is MovePlan {
  return Array.isArray((answer as { readonly problems?: unknown }).problems)
}

function planLines({ problems, items, switchSeconds }: MovePlan): string {
  const seconds = `The switch refuses calls of this merchant for about ${switchSeconds} seconds.`
  const next = problems.length > 0 ? ['Before this merchant can move:', ...problems] : ['This merchant can move.']
  return [asText({ items }), '', seconds, ...next].join('\n')
}
