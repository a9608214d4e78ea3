import { isObject } from '#domain/rules/json.ts'
import { type Named, required } from './named.ts'

/** Exchanges one value of a kind; undefined if it is unknown. */
type Exchange = (value: unknown) => string | undefined

interface Direction {
  /** Field of a condition, and what it becomes: `terminal_id` has IDs, `terminal` names. */
  readonly from: string
  readonly to: string
  readonly terminal: Exchange
  readonly account: Exchange
}

/** Rules with names of accounts and terminals. A terminal that no longer exists keeps its ID. */
export function namesForIds(rules: unknown, { accounts, terminals }: Named): unknown {
  const accountNames = new Map<unknown, string>([...accounts].map(([name, one]) => [one.providerAccountId, name]))
  const terminalNames = new Map<unknown, string>([...terminals].map(([name, one]) => [one.terminalId, name]))
  const isKnown = (value: unknown) => [value].flat().every((id) => terminalNames.has(id))
  const direction = {
    ...{ from: 'terminal_id', to: 'terminal' },
    terminal: (id: unknown) => terminalNames.get(id),
    account: (id: unknown) => accountNames.get(id),
  }
  return exchange(rules, direction, isKnown)
}

/** Rules with IDs. @throws RequestError `invalid` for an unknown name */
export function idsForNames(rules: unknown, { accounts, terminals }: Named): unknown {
  return exchange(
    rules,
    {
      ...{ from: 'terminal', to: 'terminal_id' },
      terminal: (name) => required('terminal', name, terminals.get(String(name))?.terminalId),
      account: (name) => required('provider account', name, accounts.get(String(name))?.providerAccountId),
    },
    () => true,
  )
}

/** Goes through rules that may be invalid, which a later check reports. */
function exchange(part: unknown, direction: Direction, isKnown: (value: unknown) => boolean): unknown {
  if (Array.isArray(part)) return part.map((item) => exchange(item, direction, isKnown))
  if (!isObject(part)) return part
  const { from, to, terminal, account } = direction
  if (part.field === from && isKnown(part.value)) return { ...part, field: to, value: all(part.value, terminal) }
  const exchanged = Object.entries(part).map(([name, value]) => {
    const isAccount = name === 'account' || name === 'accounts'
    return [name, isAccount ? all(value, account) : exchange(value, direction, isKnown)]
  })
  return Object.fromEntries(exchanged)
}

function all(value: unknown, one: Exchange): unknown {
  return Array.isArray(value) ? value.map((item) => one(item) ?? item) : (one(value) ?? value)
}
