import type { AccountInOrder } from '#flows/terminals/accounts.ts'
import type { Html } from '#html/html.ts'
import { circuitStatus } from '../parts/circuit.ts'
import { activeBadge } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { listedId } from '../parts/short-id.ts'

export function accountList(
  rows: readonly AccountInOrder[],
  { caption, timeZone, isLinked }: { readonly caption: string; readonly timeZone: string; readonly isLinked: boolean },
): Html {
  return list<AccountInOrder>({
    name: 'accounts',
    caption,
    columns: (cell) => [
      cell.title('name', 'Account', ({ account }) => account.name),
      cell.state('status', 'Status', ({ account: { status } }) => activeBadge(status)),
      cell.more('provider', 'Provider', ({ account }) => account.provider),
      cell.more('circuit-state', 'Circuit', ({ circuit }) => circuitStatus(circuit, timeZone)),
      cell.more('account-id', 'ID', ({ account }) => listedId(account.providerAccountId)),
    ],
    rows,
    idOf: ({ account }) => account.providerAccountId,
    ...(isLinked && { hrefOf: ({ account }) => `/dashboard/providers/${account.providerAccountId}` }),
  })
}
