import { hasCardNumber } from '#domain/card-numbers-in-text.ts'
import packageJson from '#package' with { type: 'json' }
import { readDatabaseMetrics } from '#store/metrics/figures.ts'
import { findPageCheck } from '#store/metrics/page-check.ts'
import { listMembers } from '#store/people/memberships.ts'
import { readDurability } from '#store/schema/durability.ts'
import { newestTexts, readEvidence } from '#store/schema/evidence.ts'
import type { Gateway } from '../gateway.ts'
import { checkDatabase } from './database.ts'
import type { Finding } from './finding.ts'
import { checkRealm } from './realm.ts'

/** Requirements of what `doctor` checks anyway. */
const CHECKED: Readonly<Record<string, string>> = {
  realm: '6.5.3',
  'master key': '3.7.5',
  'key custody': '3.7.6',
  'database role': '7.2.5',
  clock: '10.6.1',
}

/** Evidence for a requirement of PCI DSS 4.0.1. The advice is for one that is not met. */
type Row = readonly [requirement: string, check: string, isMet: boolean, fact: string, advice?: string]

/**
 * Collects the evidence that machines can give (docs/operate/pci-dss.md). Changes nothing.
 * @param scripts of card pages @param custody of the master key
 */
export async function collectEvidence(
  gateway: Gateway,
  scripts: readonly { readonly url: string; readonly reason: string }[],
  custody: Finding,
): Promise<Finding[]> {
  const checked = [custody, ...(await checkRealm(gateway)), ...(await checkDatabase(gateway))].flatMap(
    ({ ok, check, message }): Row[] => (CHECKED[check] ? [[CHECKED[check], check, ok, message, '']] : []),
  )
  const parts = [settingRows, databaseRows, peopleRows, pageRows, cardRows].map((collect) => collect(gateway))
  const inventory = scripts.map(({ url, reason }): Row => ['6.4.3', url, true, reason])
  const { compare } = new Intl.Collator('en', { numeric: true })
  return [...checked, ...inventory, ...(await Promise.all(parts)).flat()]
    .sort(([one], [other]) => compare(one, other))
    .map(([requirement, check, ok, fact, advice]) => {
      return { ok, requirement, check, message: ok || !advice ? fact : `${fact}; ${advice}` }
    })
}

async function settingRows({ settings, sql }: Gateway): Promise<Row[]> {
  const { baseUrl, providerRecordDays, archiveDir, eventDays, dashboardIdleSeconds: idle } = settings
  const events = archiveDir ? `events ${eventDays} days` : 'events permanently'
  const { version } = await readDurability(sql)
  const versions = `Tollgate ${packageJson.version}, Node ${process.versions.node}, PostgreSQL ${version}`
  return [
    ['3.2.1', 'retention', true, `provider messages ${providerRecordDays} days, ${events}`],
    ['4.2.1', 'address', baseUrl.startsWith('https:'), baseUrl, 'set BASE_URL to an https address.'],
    ['6.3.3', 'versions', true, versions],
    ['8.2.8', 'idle sign-ins', idle <= 900, `end after ${idle} s`, 'set DASHBOARD_IDLE_SECONDS to at most 900.'],
  ]
}

async function databaseRows({ sql }: Gateway): Promise<Row[]> {
  const { secretsOverdueSeconds: late } = await readDatabaseMetrics(sql)
  const { connection, canChangeAuditLog, auditedSince, oldestKey, lastBackup } = await readEvidence(sql)
  const log = `${canChangeAuditLog ? 'can be changed' : 'append-only'}, since ${textOf(auditedSince)}`
  const erased = `erased at most ${Math.ceil(late)} s late`
  const rotate = 'run keys rotate and merchant rotate-encryption-key.'
  return [
    ['3.3.1', 'security codes', late <= 60, erased, 'see docs/operate/incidents.md.'],
    ['3.7.4', 'keys', !oldestKey || daysSince(oldestKey) <= 365, `oldest made ${textOf(oldestKey)}`, rotate],
    ['4.2.1', 'database', connection !== null, connection ?? 'no TLS', 'add sslmode=verify-full to DATABASE_URL.'],
    ['10.3.2', 'audit log', !canChangeAuditLog, log, 'use two roles (docs/operate/install.md).'],
    ['10.3.3', 'backup', daysSince(lastBackup) < 2, `last ${textOf(lastBackup)}`, 'make one, or show your own.'],
  ]
}

/** Lists operators. Each merchant's owner reviews the merchant's team. */
async function peopleRows({ sql, settings }: Gateway): Promise<Row[]> {
  const { dashboardMfa, isBuiltInSignIn } = settings
  if (!isBuiltInSignIn) return [['8.4.2', 'second factors', true, 'your identity provider decides; show its setting']]
  const members = (await listMembers(sql, null)).filter(({ status }) => status === 'ACTIVE')
  return [
    ['8.4.2', 'second factors', dashboardMfa === 'required', dashboardMfa, 'set DASHBOARD_MFA=required.'],
    ...members.map(({ email, role, hasSecondFactor, reviewedAt, createdAt }): Row => {
      const fact = `${role}, ${hasSecondFactor ? 'has a' : 'no'} second factor, reviewed ${textOf(reviewedAt)}`
      const isMet = hasSecondFactor && daysSince(reviewedAt ?? createdAt) <= 183
      return ['7.2.4', email, isMet, fact, 'record the review on Team, have a factor added.']
    }),
  ]
}

/** A week may pass between two checks. */
async function pageRows({ sql }: Gateway): Promise<Row[]> {
  const { checkedAt = null, differences = [], unreachable = [] } = (await findPageCheck(sql)) ?? {}
  const fact = [`last checked ${textOf(checkedAt)}`, ...differences, ...unreachable].join(', ')
  const isMet = differences.length === 0 && daysSince(checkedAt) < 7
  return [['11.6.1', 'payment pages', isMet, fact, 'see docs/operate/incidents.md.']]
}

async function cardRows({ sql }: Gateway): Promise<Row[]> {
  const columns = new Set<string>()
  for await (const rows of newestTexts(sql)) {
    const texts = rows.flatMap((row) => Object.entries(row))
    for (const [column, text] of texts) if (hasCardNumber(text ?? '')) columns.add(column)
  }
  const fact = columns.size === 0 ? 'none in the newest rows' : `maybe in ${[...columns].join(', ')}`
  return [['3.5.1', 'plain card numbers', columns.size === 0, fact, 'find out what wrote it, and remove it.']]
}

const textOf = (at: Date | null) => at?.toISOString().slice(0, 16) ?? 'never'

function daysSince(at: Date | null): number {
  return at === null ? Number.POSITIVE_INFINITY : Math.floor((Date.now() - at.getTime()) / 86_400_000)
}
