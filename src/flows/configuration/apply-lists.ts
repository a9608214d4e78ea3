import { LISTS, type ListName, namesPerson } from '#domain/list-entry.ts'
import { invalid } from '#domain/problem.ts'
import type { MerchantConfiguration } from '#interface/configuration.ts'
import { ListLineSchema } from '#interface/list-entry.ts'
import { readBody } from '#interface/read.ts'
import { readTestClock } from '#store/merchants/test-clock.ts'
import { listEntriesOfNoPerson } from '#store/rules/list-entries.ts'
import { readListValue } from '../payment/authorize/list-values.ts'
import { addListEntry, removeListEntry } from '../rules/lists.ts'
import { at, forEach, note, type Run, sync } from './changes.ts'
import { entryView } from './read-configuration.ts'

type Lists = NonNullable<MerchantConfiguration['lists']>

export async function applyLists(run: Run, lists: Lists): Promise<void> {
  for (const list of LISTS) if (lists[list]) await applyList(run, list, lists[list])
}

async function applyList(run: Run, list: ListName, parts: NonNullable<Lists[ListName]>): Promise<void> {
  const { gateway, merchantId, actor, prune } = run
  const now = await readTestClock(gateway.sql, merchantId)
  const entries = await listEntriesOfNoPerson(gateway.sql, merchantId)
  const present = new Map(entries.filter((entry) => entry.list === list).map((entry) => [entry.match, entry]))
  const matchOf = ({ kind, value }: (typeof parts)[number]) => {
    const read = readListValue(gateway, merchantId, kind, value)
    if ('message' in read) throw invalid('value', read.message)
    if (namesPerson(read)) throw invalid('value', 'Values of persons are not in a configuration; add it to the list.')
    return read.match
  }
  const wanted = new Set<string>()
  await forEach(`merchant.lists.${list}`, parts, matchOf, async (part, match) => {
    wanted.add(match)
    const { kind, value, ...terms } = readBody(ListLineSchema, part)
    const entry = present.get(match)
    // It would decide nothing.
    if (!entry && terms.expiresAt && terms.expiresAt <= now) return
    const save = () => addListEntry(gateway, { actor, merchantId, list }, { kind, value, ...terms })
    await sync(run, {
      ...{ kind: 'list entry', name: `${list} ${match}` },
      wanted: { reason: terms.reason, expires_at: terms.expiresAt },
      present: entry && entryView(entry),
      create: async () => entryView({ ...(await save()), match }),
      change: save,
    })
  })
  for (const [match, { id }] of prune ? present : []) {
    if (wanted.has(match)) continue
    await at(`merchant.lists.${list}`, () => removeListEntry(gateway, { actor, merchantId, list }, id))
    note(run, { change: 'REMOVED', kind: 'list entry', name: `${list} ${match}`, fields: [] })
  }
}
