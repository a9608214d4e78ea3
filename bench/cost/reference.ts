import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median } from '../measurement.ts'
import type { Found } from '../rounds.ts'
import { cpuRatio } from './cpu-time.ts'

interface Costs {
  readonly found: readonly Found[]
  readonly rsa: string
}

interface Figures {
  readonly cpuRatio: number
  readonly statements: number
}

interface Reference {
  readonly commit: string
  readonly date: string
  /** With what OpenSSL computed RSA: the ratio depends on it. */
  readonly rsa: string
  readonly kinds: Readonly<Record<string, Figures>>
}

const FILE = join(import.meta.dirname, '../reference.json')

/** Records the costs of the current commit as those to compare with. */
export function recordReference({ found, rsa }: Costs): void {
  const [commit, date] = execFileSync('git', ['log', '-1', '--format=%h %cs'], { encoding: 'utf8' }).trim().split(' ')
  const kinds = Object.fromEntries(found.map((one) => [one.kind.name, figuresOf(one)]))
  writeFileSync(FILE, `${JSON.stringify({ commit, date, rsa, kinds }, null, 2)}\n`)
}

/** Rows with the costs of the recorded commit beside those of now. */
export function referenceRows({ found, rsa }: Costs) {
  const reference: Reference = JSON.parse(readFileSync(FILE, 'utf8'))
  const title = `Against ${reference.commit}, ${reference.date}`
  if (reference.rsa !== rsa) return { title: `${title} (${reference.rsa}: not comparable)`, rows: [] }
  const rows = found.flatMap((one) => {
    const before = reference.kinds[one.kind.name]
    return before ? [[one.kind.name, ...cells(figuresOf(one), before)]] : []
  })
  return { title, rows }
}

function figuresOf({ turns, work }: Costs['found'][number]): Figures {
  const ratio = median(turns.map(({ cpu }) => cpuRatio(cpu)))
  return { cpuRatio: Number(ratio.toFixed(2)), statements: Number((work?.statements ?? Number.NaN).toFixed(1)) }
}

function cells(now: Figures, before: Figures): string[] {
  return (['cpuRatio', 'statements'] as const).flatMap((name) => {
    const change = 100 * (now[name] / before[name] - 1)
    return [String(before[name]), String(now[name]), `${change > 0 ? '+' : ''}${change.toFixed(0)} %`]
  })
}
