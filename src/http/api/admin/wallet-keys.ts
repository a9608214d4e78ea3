import { Secret } from '#domain/secret.ts'
import {
  createWalletKey,
  importWalletKey,
  retireWalletKey,
  showWalletKey,
  showWalletKeys,
} from '#flows/admin/wallet-keys.ts'
import { WalletKeyBody, WalletKeyParams, WalletKeyRecord } from '#interface/keys.ts'
import { ListQuery } from '#interface/types.ts'
import { get, post } from '../../route.ts'
import { limitOf, positionOf } from '../common/paging.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: wallet keys' } as const

export const createWalletKeyRoute = post('/admin/wallet-keys', {
  ...ADMIN,
  operation: 'adminCreateWalletKey',
  summary: 'Create or import a key pair for wallet tokens',
  description: 'Existing key pairs decrypt tokens until they are retired.',
  body: WalletKeyBody,
  creates: WalletKeyRecord,
  handle: (gateway, { actor, body: { private_key: pem } }) =>
    pem === undefined ? createWalletKey(gateway, actor) : importWalletKey(gateway, actor, new Secret(pem)),
})

export const listWalletKeysRoute = get('/admin/wallet-keys', {
  ...ADMIN,
  operation: 'adminListWalletKeys',
  summary: 'List the key pairs for wallet tokens',
  query: ListQuery,
  lists: WalletKeyRecord,
  handle: (gateway, { query }) => showWalletKeys(gateway, positionOf(query), limitOf(query)),
})

export const showWalletKeyRoute = get('/admin/wallet-keys/:id', {
  ...ADMIN,
  operation: 'adminShowWalletKey',
  summary: 'Show a key pair for wallet tokens',
  params: WalletKeyParams,
  shows: WalletKeyRecord,
  handle: (gateway, { params }) => showWalletKey(gateway, params.id),
})

export const retireWalletKeyRoute = post('/admin/wallet-keys/:id/retire', {
  ...ADMIN,
  operation: 'adminRetireWalletKey',
  summary: 'Retire a key pair permanently; it stops decrypting tokens',
  params: WalletKeyParams,
  shows: WalletKeyRecord,
  handle: (gateway, { actor, params }) => retireWalletKey(gateway, actor, params.id),
})
