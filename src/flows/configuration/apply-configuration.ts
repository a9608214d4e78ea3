import type { Actor } from '#domain/actor.ts'
import { LISTS } from '#domain/list-entry.ts'
import { invalid, RequestError } from '#domain/problem.ts'
import { RULE_KINDS } from '#domain/rules/rule.ts'
import { AppearanceBody } from '#interface/appearance.ts'
import type { MerchantConfiguration } from '#interface/configuration.ts'
import { MerchantBody, MerchantChangeBody } from '#interface/merchant.ts'
import { readGiven } from '#interface/read.ts'
import type { Database } from '#store/connection/database.ts'
import { lockConfiguration } from '#store/merchants/configuration-lock.ts'
import { findMerchantIds } from '#store/merchants/merchants.ts'
import { readTestClock } from '#store/merchants/test-clock.ts'
import { listEntriesOfNoPerson } from '#store/rules/list-entries.ts'
import { changeMerchant, createMerchant, type MerchantWithAccess, showMerchant } from '../admin/merchants.ts'
import { changeAppearance } from '../appearance.ts'
import type { Gateway } from '../gateway.ts'
import { problemsOfUrl } from '../webhook-endpoints/check-target.ts'
import { applyRules } from './apply-rules.ts'
import { accountKind, endpointKind, entryKind, terminalKind } from './kinds.ts'
import { endpointName, type Named, readNamed } from './names.ts'
import { type Fields, merchantView, pick, readAppearance } from './read-configuration.ts'
import { applyList, applyPart, at, type Kind, type Run } from './synchronize.ts'

const NONE: Named = { accounts: new Map(), terminals: new Map(), endpoints: new Map() }

/**
 * Makes a merchant equal to its configuration, in one commit, by the flows of each object: a dry run is rolled back, so
 * it finds what would be rejected.
 * @returns no ID for a new merchant of a dry run @throws RequestError `invalid` with the place in the configuration
 */
export async function applyConfiguration(
  gateway: Gateway,
  actor: Actor,
  wanted: MerchantConfiguration,
  { prune, dryRun }: { readonly prune: boolean; readonly dryRun: boolean },
): Promise<Pick<Run, 'changes' | 'issued'> & { readonly merchantId: string | null }> {
  return at('merchant', async () => {
    const known = await findMerchantByName(gateway, wanted.name)
    // Resolves names, so before the SQL transaction.
    await checkNewEndpoints(gateway, known ? await readNamed(gateway, known) : NONE, wanted)
    return inOneCommit(gateway, dryRun, async (joined) => {
      const run: Run = { gateway: joined, actor, merchantId: '', named: NONE, changes: [], issued: [] }
      const merchantId = await applyMerchant(run, wanted)
      await applyParts({ ...run, merchantId, named: await readNamed(joined, merchantId) }, wanted, prune)
      if (!dryRun) return { ...run, merchantId }
      return { ...run, issued: [], merchantId: known ?? null }
    })
  })
}

/** Joins the flows' SQL transactions: none of them counts without the others. */
async function inOneCommit<T>(gateway: Gateway, dryRun: boolean, act: (joined: Gateway) => Promise<T>): Promise<T> {
  const undone = new Error('A dry run is rolled back.')
  let result: T
  const acting = gateway.sql.begin(async (transaction) => {
    const begin = (inner: (same: typeof transaction) => unknown) => inner(transaction)
    const sql = Object.assign(transaction, { begin }) as unknown as Database
    result = await act({ ...gateway, sql, reads: { ...gateway.reads, read: (read) => read(sql) } })
    if (dryRun) throw undone
  })
  await acting.catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return result!
}

/** @throws RequestError `invalid` if several merchants have it */
async function findMerchantByName({ sql }: Gateway, name: string): Promise<string | undefined> {
  const ids = await findMerchantIds(sql, name)
  if (ids.length > 1) throw invalid('name', `Several merchants have this name (${ids.join(', ')}); rename all but one.`)
  return ids[0]
}

/** @throws RequestError `invalid` on the URL of an endpoint that the merchant does not have yet */
async function checkNewEndpoints(gateway: Gateway, { endpoints }: Named, wanted: MerchantConfiguration): Promise<void> {
  const checks = (wanted.webhook_endpoints ?? []).map(async (part, index) => {
    const problems = endpoints.has(endpointName(part)) ? [] : await problemsOfUrl(gateway, part.url)
    return problems.map((problem) => ({ ...problem, property: `webhook_endpoints.${index}.${problem.property}` }))
  })
  const problems = (await Promise.all(checks)).flat()
  if (problems.length > 0) throw new RequestError('invalid', problems)
}

/** @returns ID of the merchant, whose configuration is locked */
async function applyMerchant(run: Run, wanted: MerchantConfiguration): Promise<string> {
  const { gateway, actor, issued } = run
  const { name } = wanted
  // Two files that create it concurrently would create two.
  await lockConfiguration(gateway.sql, name)
  const id = await findMerchantByName(gateway, name)
  if (id !== undefined) await lockConfiguration(gateway.sql, id)
  const kind: Kind<MerchantConfiguration, MerchantWithAccess> = {
    kind: 'merchant',
    view: merchantView,
    wanted: (part) => pick(MerchantChangeBody.properties, part),
    create: async (part) => {
      const { clientSecret: secret, ...created } = await createMerchant(gateway, actor, readGiven(MerchantBody, part))
      if (secret) issued.push({ kind: 'merchant', name, clientId: created.clientId, secret })
      return created
    },
    change: ({ merchantId }, fields) =>
      changeMerchant(gateway, actor, merchantId, readGiven(MerchantChangeBody, fields)),
  }
  const applied = await applyPart(run, kind, name, wanted, id === undefined ? id : await showMerchant(gateway, id))
  return applied!.merchantId
}

/** Accounts come before the terminals that use them, and leave after them. */
async function applyParts(run: Run, wanted: MerchantConfiguration, prune: boolean): Promise<void> {
  const { gateway, merchantId } = run
  const { appearance, rules = {}, lists = {} } = wanted
  if (appearance) await at('appearance', () => applyAppearance(run, appearance))
  const prunings = [
    await applyList(run, accountKind(run), wanted.provider_accounts),
    await applyList(run, terminalKind(run), wanted.terminals),
    await applyList(run, endpointKind(run), wanted.webhook_endpoints),
  ]
  for (const kind of RULE_KINDS) {
    if (rules[kind] !== undefined) await at(`rules.${kind}`, () => applyRules(run, kind, rules[kind], prune))
  }
  const now = await readTestClock(gateway.sql, merchantId)
  const entries = await listEntriesOfNoPerson(gateway.sql, merchantId)
  for (const list of LISTS) prunings.push(await applyList(run, entryKind(run, { list, entries, now }), lists[list]))
  for (const act of prune ? prunings.toReversed() : []) await act()
}

async function applyAppearance(run: Run, part: NonNullable<MerchantConfiguration['appearance']>): Promise<void> {
  const { gateway, actor, merchantId } = run
  const kind: Kind<typeof part, Fields> = {
    kind: 'appearance',
    view: (present) => present,
    wanted: ({ accent_color: color, ...rest }) => ({ ...rest, accent_color: color?.toLowerCase() ?? color }),
    change: async (_, fields) => {
      await changeAppearance(gateway, actor, merchantId, readGiven(AppearanceBody, fields))
      return readAppearance(gateway, merchantId)
    },
  }
  await applyPart(run, kind, 'hosted page', part, await readAppearance(gateway, merchantId))
}
