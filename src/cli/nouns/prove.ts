import { address, flag, port, seconds, text } from '#app/config/kinds.ts'
import type { Proof } from '#provider/proof/prove.ts'
import type { LocalCommand, Option } from '../command.ts'
import { asText } from '../print.ts'

const option = (flags: string, field: string, description: string, kind: Option['kind'] = text): Option => {
  return { flags, field, kind, description }
}

/** docs/providers/README.md#prove-an-account */
export const prove: Omit<LocalCommand, 'verb'> = {
  summary:
    "Prove an account at its provider's test environment: charge, capture, refund, lose an answer, give all back",
  args: ['provider_account_id'],
  options: [
    option('--method <method>', 'method', 'payment method (default: card, or the first that the provider has)'),
    option('--amount <amount>', 'amount', 'amount of each charge, in major units (default 10.00)'),
    option('--currency <currency>', 'currency', 'currency (default: EUR, or the first of the method)'),
    option('--card-file <path>', 'card_file', 'JSON file with a card instead of the test card; - for standard input'),
    option('--notices-port <port>', 'notices_port', 'port of 127.0.0.1 that receives the provider’s notices', port),
    option('--notices-url <url>', 'notices_url', 'public URL that leads to that port', address),
    option('--wait <seconds>', 'wait', 'time for notices, and for you to pay on a page (default 60)', seconds),
    option('--yes', 'yes', 'in production: charge real money and refund it', flag),
  ],
  run: async ({ provider_account_id: id, ...input }) => {
    // Loaded on demand, because the whole gateway is large.
    const { withGateway } = await import('../with-gateway.ts')
    const { proveAccount } = await import('../prove.ts')
    return withGateway((gateway) => proveAccount(gateway, String(id), input))
  },
  line: (answer) => asText({ items: (answer as Proof).items }, ['promise', 'result', 'detail']),
  isBad: (answer) => (answer as Proof).items.some(({ result }) => result === 'failed' || result === 'not tested'),
  examples: [
    'provider-account prove <provider_account_id>',
    'provider-account prove <provider_account_id> --notices-port 4242 --json > proof.json',
    'provider-account prove <provider_account_id> --card-file card.json --amount 1.00 --yes',
  ],
}
