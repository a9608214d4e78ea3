import type { Actor } from '#domain/actor.ts'
import { invalid } from '#domain/problem.ts'
import { AppearanceBody } from '#interface/appearance.ts'
import type { MerchantConfiguration } from '#interface/configuration.ts'
import { MerchantBody, MerchantChangeBody } from '#interface/merchant.ts'
import { readGiven } from '#interface/read.ts'
import type { Database } from '#store/connection/database.ts'
import { lockConfiguration } from '#store/merchants/configuration-lock.ts'
import { findMerchantIds } from '#store/merchants/merchants.ts'
import { changeMerchant, createMerchant, showMerchant } from '../admin/merchants.ts'
import { changeAppearance } from '../appearance.ts'
import type { Gateway } from '../gateway.ts'
import { applyLists } from './apply-lists.ts'
import { applyAccounts, applyEndpoints, applyTerminals, checkNewEndpoints, pruneObjects } from './apply-objects.ts'
import { applyRules } from './apply-rules.ts'
import { at, type Run, sync } from './changes.ts'
import { readNamed } from './named.ts'
import { merchantView, pick, readAppearance } from './read-configuration.ts'

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
  const known = await at('merchant', () => findMerchantByName(gateway, wanted.name))
  // Resolves names, so before the SQL transaction.
  await at('merchant.webhook_endpoints', () => checkNewEndpoints(gateway, known, wanted.webhook_endpoints ?? []))
  return inOneCommit(gateway, dryRun, async (joined) => {
    const run: Run = { gateway: joined, actor, prune, merchantId: '', changes: [], issued: [] }
    const merchantId = await at('merchant', () => applyMerchant(run, wanted))
    await applyParts({ ...run, merchantId }, wanted)
    const isNew = known === undefined
    return { ...run, issued: dryRun ? [] : run.issued, merchantId: dryRun && isNew ? null : merchantId }
  })
}

/** Accounts come before the terminals that use them, and leave after them. */
async function applyParts(run: Run, wanted: MerchantConfiguration): Promise<void> {
  const named = await at('merchant', () => readNamed(run.gateway, run.merchantId))
  if (wanted.appearance) await applyAppearance(run, wanted.appearance)
  await applyAccounts(run, named, wanted.provider_accounts ?? [])
  await applyTerminals(run, named, wanted.terminals ?? [])
  await applyEndpoints(run, named, wanted.webhook_endpoints ?? [])
  await applyRules(run, named, wanted.rules ?? {})
  await applyLists(run, wanted.lists ?? {})
  if (run.prune) await pruneObjects(run, named, wanted)
}

/** Joins the flows' SQL transactions: none of them counts without the others. */
async function inOneCommit<T>(gateway: Gateway, dryRun: boolean, act: (joined: Gateway) => Promise<T>): Promise<T> {
  const undone = new Error('A dry run is rolled back.')
  let result: T
  const acting = gateway.sql.begin(async (transaction) => {
    const sql = Object.assign(transaction, {
      begin: (inner: (same: typeof transaction) => unknown) => inner(transaction),
    }) as unknown as Database
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

/** @returns ID of the merchant, whose configuration is locked */
async function applyMerchant(run: Run, wanted: MerchantConfiguration): Promise<string> {
  const { gateway, actor } = run
  const { name } = wanted
  // Two files that create it concurrently would create two.
  await lockConfiguration(gateway.sql, name)
  let merchantId = await findMerchantByName(gateway, name)
  if (merchantId !== undefined) await lockConfiguration(gateway.sql, merchantId)
  await sync(run, {
    ...{ kind: 'merchant', name, wanted: pick(MerchantChangeBody.properties, wanted) },
    present: merchantId === undefined ? undefined : merchantView(await showMerchant(gateway, merchantId)),
    create: async () => {
      const { clientSecret, ...created } = await createMerchant(gateway, actor, readGiven(MerchantBody, wanted))
      merchantId = created.merchantId
      if (clientSecret) run.issued.push({ kind: 'merchant', name, clientId: created.clientId, secret: clientSecret })
      return merchantView(created)
    },
    change: (fields) => changeMerchant(gateway, actor, merchantId!, readGiven(MerchantChangeBody, fields)),
  })
  return merchantId!
}

async function applyAppearance(run: Run, appearance: NonNullable<MerchantConfiguration['appearance']>): Promise<void> {
  const { gateway, actor, merchantId } = run
  const color = appearance.accent_color?.toLowerCase()
  await at('merchant.appearance', async () =>
    sync(run, {
      ...{ kind: 'appearance', name: 'hosted page', wanted: { ...appearance, ...(color && { accent_color: color }) } },
      present: await readAppearance(gateway, merchantId),
      change: (fields) => changeAppearance(gateway, actor, merchantId, readGiven(AppearanceBody, fields)),
    }),
  )
}
