import { Type } from 'typebox'
import { Secret } from '#domain/secret.ts'
import {
  createWalletKey,
  importWalletKey,
  retireWalletKey,
  showWalletKey,
  showWalletKeys,
} from '#flows/admin/wallet-keys.ts'
import { Instant, ListOf, ListQuery } from '#interface/types.ts'
import type { WalletKeyRecord } from '#store/keys/wallet-keys.ts'
import { answer, get, post } from '../../route.ts'
import { limitOf, listView, positionOf } from '../common/paging.ts'

function walletKeyView(key: WalletKeyRecord) {
  return {
    wallet_key_id: key.keyId,
    public_key: key.publicKey,
    status: key.status,
    created_at: key.createdAt.toISOString(),
  }
}

/** Empty for a new pair. */
const CreateWalletKeyBody = Type.Object({
  private_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4096,
      description: 'A P-256 private key to import, unencrypted PEM (PKCS #8 or SEC 1). It is never shown again.',
    }),
  ),
})

const WalletKeyAnswer = Type.Object(
  {
    wallet_key_id: Type.String(),
    public_key: Type.String({ description: 'Public key for the wallet: an uncompressed P-256 point in Base64.' }),
    status: Type.Enum(['ACTIVE', 'RETIRED'], { description: 'A retired key decrypts no tokens.' }),
    created_at: Instant,
  },
  { title: 'Wallet key' },
)

const WalletKeyList = ListOf(WalletKeyAnswer)

const WalletKeyParams = Type.Object({ id: Type.String({ description: 'Wallet key id.' }) })

const ADMIN = { guard: 'operator', tag: 'Admin: wallet keys' } as const

export const createWalletKeyRoute = post('/admin/wallet-keys', {
  ...ADMIN,
  operation: 'adminCreateWalletKey',
  summary: 'Create or import a key pair for wallet tokens',
  description: 'Existing key pairs decrypt tokens until they are retired.',
  body: CreateWalletKeyBody,
  answers: { 201: WalletKeyAnswer },
  handle: async (gateway, { actor, body }) => {
    const pem = body.private_key
    const key =
      pem === undefined ? await createWalletKey(gateway, actor) : await importWalletKey(gateway, actor, new Secret(pem))
    return answer(walletKeyView(key), 201)
  },
})

export const listWalletKeysRoute = get('/admin/wallet-keys', {
  ...ADMIN,
  operation: 'adminListWalletKeys',
  summary: 'List the key pairs for wallet tokens',
  query: ListQuery,
  answers: { 200: WalletKeyList },
  handle: async (gateway, { query }) => {
    const page = await showWalletKeys(gateway, positionOf(query), limitOf(query))
    return answer(listView(page, walletKeyView))
  },
})

export const showWalletKeyRoute = get('/admin/wallet-keys/:id', {
  ...ADMIN,
  operation: 'adminShowWalletKey',
  summary: 'Show a key pair for wallet tokens',
  params: WalletKeyParams,
  answers: { 200: WalletKeyAnswer },
  handle: async (gateway, { params }) => answer(walletKeyView(await showWalletKey(gateway, params.id))),
})

export const retireWalletKeyRoute = post('/admin/wallet-keys/:id/retire', {
  ...ADMIN,
  operation: 'adminRetireWalletKey',
  summary: 'Retire a key pair permanently; it stops decrypting tokens',
  params: WalletKeyParams,
  answers: { 200: WalletKeyAnswer },
  handle: async (gateway, { actor, params }) => answer(walletKeyView(await retireWalletKey(gateway, actor, params.id))),
})
