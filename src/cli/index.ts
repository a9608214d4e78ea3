import { existsSync } from 'node:fs'
import { CommanderError } from 'commander'
import { callGateway } from './call.ts'
import type { Command, Input } from './command.ts'
import { failureLines } from './failure-lines.ts'
import { auditLog } from './nouns/audit-log.ts'
import { event } from './nouns/event.ts'
import { merchant } from './nouns/merchant.ts'
import { migrate } from './nouns/migrate.ts'
import { operator } from './nouns/operator.ts'
import { providerAccount } from './nouns/provider-account.ts'
import { simulator } from './nouns/simulator.ts'
import { terminal } from './nouns/terminal.ts'
import { transaction } from './nouns/transaction.ts'
import { webhook } from './nouns/webhook.ts'
import { asJson, asText } from './print.ts'
import { program } from './register.ts'

// The `tollgate` command. Exit codes: 0 done, 1 refused or failed, 2 not understood.

const COMMANDS = [
  merchant,
  terminal,
  providerAccount,
  webhook,
  transaction,
  event,
  simulator,
  auditLog,
  operator,
  migrate,
]

if (existsSync('.env')) process.loadEnvFile()
try {
  await program(COMMANDS, perform).parseAsync()
} catch (error) {
  process.exitCode = report(error as Error)
}

async function perform(command: Command, input: Input, wantsJson: boolean): Promise<void> {
  const answer = 'run' in command ? await command.run() : await callGateway(command, input)
  console.log(wantsJson ? asJson(answer) : asText(answer, command.columns))
  if (command.note && !wantsJson) console.log(`\n${command.note}`)
}

/** The parser has said what it did not understand, or printed the help that was asked for. */
function report(error: Error): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  for (const line of failureLines(error)) console.error(line)
  return 1
}
