import { Secret } from '#domain/secret.ts'
import {
  createWalletKey,
  importWalletKey,
  retireWalletKey,
  showWalletKey,
  showWalletKeys,
} from '#flows/admin/wallet-keys.ts'
import { WalletKeyBody, WalletKeyParams, WalletKeyRecord } from '#interface/keys.ts'
import { ListOf, ListQuery } from '#interface/types.ts'
import { answer, get, post } from '../../route.ts'
import { limitOf, listView, positionOf } from '../common/paging.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: wallet keys' } as const

export const createWalletKeyRoute = post('/admin/wallet-keys', {
  ...ADMIN,
  operation: 'adminCreateWalletKey',
  summary: 'Create or import a key pair for wallet tokens',
  description: 'Existing key pairs decrypt tokens until they are retired.',
  body: WalletKeyBody,
  answers: { 201: WalletKeyRecord },
  handle: async (gateway, { actor, body }) => {
    const pem = body.private_key
    const key =
      pem === undefined ? await createWalletKey(gateway, actor) : await importWalletKey(gateway, actor, new Secret(pem))
    return answer(WalletKeyRecord.of(key), 201)
  },
})

export const listWalletKeysRoute = get('/admin/wallet-keys', {
  ...ADMIN,
  operation: 'adminListWalletKeys',
  summary: 'List the key pairs for wallet tokens',
  query: ListQuery,
  answers: { 200: ListOf(WalletKeyRecord) },
  handle: async (gateway, { query }) => {
    const page = await showWalletKeys(gateway, positionOf(query), limitOf(query))
    return answer(listView(page, WalletKeyRecord.of))
  },
})

export const showWalletKeyRoute = get('/admin/wallet-keys/:id', {
  ...ADMIN,
  operation: 'adminShowWalletKey',
  summary: 'Show a key pair for wallet tokens',
  params: WalletKeyParams,
  answers: { 200: WalletKeyRecord },
  handle: async (gateway, { params }) => answer(WalletKeyRecord.of(await showWalletKey(gateway, params.id))),
})

export const retireWalletKeyRoute = post('/admin/wallet-keys/:id/retire', {
  ...ADMIN,
  operation: 'adminRetireWalletKey',
  summary: 'Retire a key pair permanently; it stops decrypting tokens',
  params: WalletKeyParams,
  answers: { 200: WalletKeyRecord },
  handle: async (gateway, { actor, params }) =>
    answer(WalletKeyRecord.of(await retireWalletKey(gateway, actor, params.id))),
})
