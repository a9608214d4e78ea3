import type { Html } from '#html/html.ts'
import type { AccountWithCircuit } from '#interface/provider-account.ts'
import { circuitStatus } from '../parts/circuit.ts'
import { activeBadge } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { listedId } from '../parts/short-id.ts'

export function accountList(
  rows: readonly AccountWithCircuit[],
  { caption, timeZone, isLinked }: { readonly caption: string; readonly timeZone: string; readonly isLinked: boolean },
): Html {
  return list<AccountWithCircuit>({
    name: 'accounts',
    caption,
    columns: (cell) => [
      cell.title('name', 'Account', ({ name }) => name),
      cell.state('status', 'Status', ({ status }) => activeBadge(status)),
      cell.more('provider', 'Provider', ({ provider }) => provider),
      cell.more('circuit-state', 'Circuit', ({ circuit }) => circuitStatus(circuit, timeZone)),
      cell.more('account-id', 'ID', ({ providerAccountId }) => listedId(providerAccountId)),
    ],
    rows,
    idOf: ({ providerAccountId }) => providerAccountId,
    ...(isLinked && { hrefOf: ({ providerAccountId: id }) => `/dashboard/providers/${id}` }),
  })
}
