import type { MerchantConfiguration } from '#interface/configuration.ts'
import { terminalChangeOf } from '#interface/terminal.ts'
import { changeTerminal, createTerminal, withLimit } from '../admin/terminals.ts'
import { forEach, note, type Run, sync } from './changes.ts'
import { type Named, required } from './named.ts'
import { terminalView } from './read-configuration.ts'

type Parts = MerchantConfiguration['terminals']
type Part = Partial<NonNullable<Parts>[number]>

export async function applyTerminals(run: Run, named: Named, parts: Parts = []): Promise<void> {
  const { gateway, actor, merchantId } = run
  const nameOf = ({ name }: { readonly name: string }) => name
  await forEach('merchant.terminals', parts, nameOf, async (part, name) => {
    const { three_ds } = part
    let terminal = named.terminals.get(name)
    await sync(run, {
      ...{ kind: 'terminal', name, wanted: { ...part, ...(three_ds && { three_ds: { networks: {}, ...three_ds } }) } },
      present: terminal && terminalView(withLimit(gateway, terminal), named),
      create: async () => {
        const { status: _, ...settings } = part
        const created = await createTerminal(gateway, actor, merchantId, { ...changeOf(settings, named), name })
        terminal = created
        return terminalView(created, named)
      },
      change: async (fields: Part) => {
        terminal = await changeTerminal(gateway, actor, terminal!.terminalId, changeOf(fields, named))
      },
    })
    named.terminals.set(name, terminal!)
  })
}

export async function pruneTerminals(run: Run, { terminals }: Named, parts: Parts): Promise<void> {
  for (const [name, { terminalId, status }] of terminals) {
    if (!parts || parts.some((part) => part.name === name) || status === 'INACTIVE') continue
    terminals.set(name, await changeTerminal(run.gateway, run.actor, terminalId, { status: 'INACTIVE' }))
    note(run, {
      change: 'CHANGED',
      kind: 'terminal',
      name,
      fields: [{ name: 'status', before: status, after: 'INACTIVE' }],
    })
  }
}

/** @throws RequestError `invalid` for an unknown account */
function changeOf({ provider_accounts: names, ...settings }: Part, { accounts }: Named) {
  const ids = names?.map((name, index) =>
    required('provider account', name, accounts.get(name)?.providerAccountId, `provider_accounts.${index}`),
  )
  return terminalChangeOf({ ...settings, ...(names !== undefined && { provider_accounts: ids ?? null }) })
}
