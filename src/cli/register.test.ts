import { describe, expect, it } from 'vitest'
import type { Command, Input } from './command.ts'
import { COMMANDS } from './commands.ts'
import { program } from './register.ts'

const commands = COMMANDS.flatMap((entry) => ('commands' in entry ? [...entry.commands] : [entry]))
const examples = commands.flatMap((command) => command.examples.map((line) => [line, command] as const))

/** Words as a shell would split them. */
function words(line: string): string[] {
  const parts = line.replace(/\\\n/g, ' ').match(/"[^"]*"|'[^']*'|[^\s'">]\S*|<\w+>\S*/g) ?? []
  return parts.map((part) => part.replace(/^(["'])(.*)\1$/, '$2'))
}

async function parse(line: string) {
  const performed: { command: Command; input: Input; asJson: boolean }[] = []
  const perform = async (command: Command, input: Input, asJson: boolean) => {
    performed.push({ command, input, asJson })
  }
  await program(COMMANDS, perform).parseAsync(words(line.replace(/ > .*/, '')), { from: 'user' })
  return performed
}

it.each(examples)('the example "%s" is understood as its own command', async (line, command) => {
  expect((await parse(line)).map((each) => each.command)).toEqual([command])
})

it('every command has an example', () => {
  for (const { examples: lines } of commands) expect(lines.length).toBeGreaterThan(0)
})

describe('what is typed', () => {
  it('reaches the gateway under its own names, and what is not typed not at all', async () => {
    const line = 'terminal update ter_1 --currencies EUR,RON --payment-methods any --accepts-payments off --json'
    const [{ input, asJson }] = (await parse(line)) as [Awaited<ReturnType<typeof parse>>[0]]
    expect(asJson).toBe(true)
    expect(input).toEqual({
      terminal_id: 'ter_1',
      currencies: ['EUR', 'RON'],
      payment_methods: null,
      accepts_payments: false,
    })
  })

  it.each<[string, object]>([
    ['--card-testing-limit 10/3600', { card_testing_limit: { cards: 10, window_seconds: 3600 } }],
    ['--card-testing-limit none', { card_testing_limit: null }],
  ])('%s', async (options, expected) => {
    const [performed] = await parse(`terminal update ter_1 ${options}`)
    expect(performed!.input).toEqual({ terminal_id: 'ter_1', ...expected })
  })

  it.each<[string, object]>([
    ['--country none', { country: null }],
    ['--exchange-rates USD=0.92,GBP=1.17', { exchange_rates: { USD: '0.92', GBP: '1.17' } }],
    ['--exchange-rates none', { exchange_rates: {} }],
    ['--external-client-ids none', { external_client_ids: [] }],
    ['--wallet-recipients merchant:1,merchant:2', { wallet_recipients: ['merchant:1', 'merchant:2'] }],
    ['--wallet-recipients none', { wallet_recipients: [] }],
  ])('%s', async (options, expected) => {
    const [performed] = await parse(`merchant update mer_1 ${options}`)
    expect(performed!.input).toEqual({ merchant_id: 'mer_1', ...expected })
  })
})
