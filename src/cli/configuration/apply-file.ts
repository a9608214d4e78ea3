import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import type { Static } from 'typebox'
import { failureLines } from '#client/command/failure.ts'
import type { OutputLine } from '#client/command/output-line.ts'
import type { Connection } from '#client/connection.ts'
import { writeJson } from '#client/exact-json.ts'
import type { ConfigurationChange, ConfigurationResult, MerchantConfiguration } from '#interface/configuration.ts'
import { findAccess } from '../access.ts'
import { Failure, type Input } from '../command.ts'
import { readConfigurationFile, toFile } from './configuration-file.ts'

type Result = Static<typeof ConfigurationResult>

/** A merchant may have many entries and changes. */
const OPTIONS = { timeoutMs: 120_000 }

/** Configuration of one merchant or all. @throws Failure for merchants of one name */
export async function exportConfiguration({ merchant_id: id }: Input): Promise<object> {
  const connection = await findAccess().connect('operator')
  const merchants: MerchantConfiguration[] = []
  const read = (one: unknown) =>
    connection.call<MerchantConfiguration>('GET', `/admin/merchants/${encodeURIComponent(String(one))}/configuration`)
  if (id !== undefined) merchants.push(await read(id))
  else {
    const all = connection.list<{ readonly merchant_id: string }>('/admin/merchants', { limit: 100 })
    for await (const { merchant_id } of all) merchants.push(await read(merchant_id))
  }
  return toFile(merchants)
}

/** Changes that the file would make; nothing is saved. @throws Failure with every merchant that cannot be applied */
export async function findChanges({ file, prune }: Input) {
  const merchants = readConfigurationFile(String(file))
  const connection = await findAccess().connect('operator')
  const problems: string[] = []
  const found: { readonly merchant: string; readonly changes: Result['changes'] }[] = []
  for (const [index, merchant] of merchants.entries()) {
    try {
      const { changes } = await apply(connection, merchant, prune === true, true)
      if (changes.length > 0) found.push({ merchant: merchant.name, changes })
    } catch (error) {
      problems.push(...placedLines(error as Error, index))
    }
  }
  if (problems.length > 0) throw new Failure(problems.join('\n'))
  return { items: found, merchants, connection }
}

/** Applies a file merchant by merchant, once all can be applied. @throws Failure before, or where one changed meanwhile */
export async function* applyFile(input: Input): AsyncGenerator<OutputLine> {
  const { items, merchants, connection } = await findChanges(input)
  if (input.yes !== true && items.length > 0) await confirm(items)
  for (const { merchant: name } of items) {
    const index = merchants.findIndex((merchant) => merchant.name === name)
    const applying = apply(connection, merchants[index]!, input.prune === true, false)
    const record = await applying.catch((error: Error) => {
      throw new Failure(placedLines(error, index).join('\n'))
    })
    const secrets = record.issued.map(({ kind, name: of, client_id, secret }) => {
      return `  ${kind} ${of}: ${client_id ? `client ID ${client_id}, client secret` : 'secret'} ${secret}`
    })
    const note = secrets.length > 0 ? ['You will not see these again:', ...secrets] : []
    yield { record: { merchant: name, ...record }, line: [linesOf(name, record.changes), ...note].join('\n') }
  }
  if (items.length === 0) yield { record: {}, line: 'No difference.' }
}

function apply(connection: Connection, merchant: MerchantConfiguration, prune: boolean, dry_run: boolean) {
  const body = { merchant, prune, dry_run }
  return connection.call<Result>('POST', '/admin/configuration', { body, options: OPTIONS })
}

/** @throws Failure without consent */
async function confirm(items: Awaited<ReturnType<typeof findChanges>>['items']): Promise<void> {
  const lines = items.map(({ merchant, changes }) => linesOf(merchant, changes)).join('\n')
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new Failure(`${lines}\nNothing is applied yet: add --yes, as there is no terminal to ask at.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const ended = once(terminal, 'close').then(() => '')
  const typed = await Promise.race([terminal.question(`${lines}\nApply these changes? [y/N] `), ended])
  terminal.close()
  if (!/^y(es)?$/i.test(typed.trim())) throw new Failure('Nothing was applied.')
}

/** The API has the merchant in `merchant`. */
function placedLines(error: Error, index: number): string[] {
  const place = `merchants.${index}`
  return failureLines(error).map((line) =>
    /^merchant\b/.test(line) ? line.replace('merchant', place) : `${place}: ${line}`,
  )
}

const SIGNS = { CREATED: '+', CHANGED: '~', REMOVED: '-' }

/** A line for each change, with a line for each further field. */
export function linesOf(merchant: string, changes: readonly ConfigurationChange[]): string {
  const lines = changes.map(({ change, kind, name, fields }) => {
    const values = fields.map((field) => ` ${field.name}: ${short(field.before)} → ${short(field.after)}`)
    return `${SIGNS[change]} ${kind} ${JSON.stringify(name)}${values.join(',')}`
  })
  return [`${JSON.stringify(merchant)}:`, ...lines.map((line) => `  ${line}`)].join('\n')
}

const LONGEST = 60

function short(value: unknown): string {
  const text = writeJson(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
