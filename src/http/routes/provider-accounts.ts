import { showAccountsInOrder } from '#flows/terminals/accounts.ts'
import { OwnProviderAccountList } from '../contract/own-terminals.ts'
import { route } from '../route.ts'
import { ownAccountView } from '../views/admin.ts'

export const listOwnProviderAccountsRoute = route({
  method: 'GET',
  path: '/api/provider-accounts',
  guard: 'merchant',
  tag: 'Terminals',
  operation: 'listProviderAccounts',
  summary: 'List your provider accounts in routing order',
  description:
    'In the order in which they are tried where a terminal names none, the oldest first. A circuit that is open keeps ' +
    'payments away from an account that does not answer.',
  answers: { 200: OwnProviderAccountList },
  handle: async (gateway, { caller }) => {
    const accounts = await showAccountsInOrder(gateway, caller.merchantId)
    return { status: 200, json: { items: accounts.map(ownAccountView) } }
  },
})
