import { createInterface } from 'node:readline/promises'
import type { Static } from 'typebox'
import { failureLines } from '#client/command/failure.ts'
import type { OutputLine } from '#client/command/output-line.ts'
import { harmless } from '#client/command/say.ts'
import { writeJson } from '#client/exact-json.ts'
import type { ConfigurationResult, MerchantConfiguration } from '#interface/configuration.ts'
import { findAccess } from '../access.ts'
import { Failure, type Input } from '../command.ts'
import { readConfigurationFile, toFile } from './configuration-file.ts'

type Result = Static<typeof ConfigurationResult>

/** A merchant may have many entries and changes. */
const OPTIONS = { timeoutMs: 120_000 }
const LONGEST_VALUE = 60

/** Configuration of one merchant or all. */
export async function exportConfiguration({ merchant_id: id }: Input): Promise<object> {
  const connection = await findAccess().connect('operator')
  const all = () => connection.list<{ readonly merchant_id: string }>('/admin/merchants', { limit: 100 })
  const merchants: MerchantConfiguration[] = []
  for await (const { merchant_id } of id === undefined ? all() : [{ merchant_id: String(id) }]) {
    merchants.push(await connection.call('GET', `/admin/merchants/${encodeURIComponent(merchant_id)}/configuration`))
  }
  return toFile(merchants)
}

/** Merchants that a file would change; nothing is saved. @throws Failure with every merchant that cannot be applied */
export async function findChanges({ file, prune = false }: Input) {
  const merchants = readConfigurationFile(String(file))
  const connection = await findAccess().connect('operator')
  const problems: string[] = []
  const found = []
  for (const [index, merchant] of merchants.entries()) {
    const call = async (dry_run: boolean) => {
      const body = { merchant, prune, dry_run }
      return connection.call<Result>('POST', '/admin/configuration', { body, options: OPTIONS }).catch((error) => {
        throw new Failure(placedLines(error, `merchants.${index}`).join('\n'))
      })
    }
    const dry = await call(true).catch(({ message }: Error) => void problems.push(message))
    if (dry && dry.changes.length > 0) found.push({ name: merchant.name, dry, apply: () => call(false) })
  }
  if (problems.length > 0) throw new Failure(problems.join('\n'))
  return found
}

/** The API has the merchant in `merchant`. */
function placedLines(error: Error, place: string): string[] {
  const lines = failureLines(error)
  return lines.map((line) => (/^merchant\b/.test(line) ? line.replace('merchant', place) : `${place}: ${line}`))
}

/** Applies a file merchant by merchant, once all can be applied. @throws Failure before, or where one changed meanwhile */
export async function* applyFile(input: Input): AsyncGenerator<OutputLine> {
  const found = await findChanges(input)
  if (input.yes !== true && found.length > 0) await confirm(found.map(({ name, dry }) => linesOf(name, dry)).join('\n'))
  for (const { name, apply } of found) {
    const record = await apply()
    const secrets = record.issued.map(({ kind, name: of, client_id, secret }) => {
      return `  ${kind} ${JSON.stringify(of)}: ${client_id ? `client ID ${client_id}, client secret` : 'secret'} ${secret}`
    })
    const note = secrets.length > 0 ? ['You will not see these again:', ...secrets] : []
    yield { record: { merchant: name, ...record }, line: [linesOf(name, record), ...note].join('\n') }
  }
  if (found.length === 0) yield { record: {}, line: 'No difference.' }
}

/** @throws Failure without consent */
async function confirm(changes: string): Promise<void> {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new Failure(`${changes}\nNothing is applied yet: add --yes, as there is no terminal to ask at.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl-C and Ctrl-D reject.
  const typed = await terminal.question(harmless(`${changes}\nApply these changes? [y/N] `)).catch(() => '')
  terminal.close()
  if (!/^y(es)?$/i.test(typed.trim())) throw new Failure('Nothing was applied.')
}

const SIGNS = { CREATED: '+', CHANGED: '~', REMOVED: '-' }

/** A line for each change, with its fields. */
export function linesOf(merchant: string, { changes }: Result): string {
  const lines = changes.map(({ change, kind, name, fields }) => {
    const values = fields.map((field) => ` ${field.name}: ${short(field.before)} → ${short(field.after)}`)
    return `  ${SIGNS[change]} ${kind} ${JSON.stringify(name)}${values.join(',')}`
  })
  return [`${JSON.stringify(merchant)}:`, ...lines].join('\n')
}

function short(value: unknown): string {
  const text = writeJson(value)
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}
