import { text } from '#app/config/kinds.ts'
import type { Noun } from '../command.ts'
import { PAGING, required } from '../options.ts'

/** The gateway's key pairs for wallet tokens (docs/reference/tokens.md#wallet-tokens). */
export const walletKey: Noun = {
  name: 'wallet-key',
  summary: 'Key pairs that the first wallet encrypts its tokens for',
  commands: [
    {
      verb: 'create',
      summary: 'Create a key pair; those before go on opening tokens',
      method: 'POST',
      asOperator: '/admin/wallet-keys',
      examples: ['wallet-key create'],
      note: 'Register the public key with the wallet; retire the old pair once no token for it can come any more.',
    },
    {
      verb: 'import',
      fromFile: 'private_key',
      summary: 'Take over a key pair that the wallet knows already',
      method: 'POST',
      asOperator: '/admin/wallet-keys',
      options: [
        required({
          flags: '--file <path>',
          field: 'private_key',
          kind: text,
          why: 'a P-256 private key, unencrypted PEM (PKCS #8 or SEC 1)',
        }),
      ],
      examples: ['wallet-key import --file wallet-key.pem'],
      note: 'The gateway holds the private key now, sealed. Delete the file.',
    },
    {
      verb: 'list',
      summary: 'List the key pairs, newest first',
      method: 'GET',
      asOperator: '/admin/wallet-keys',
      options: PAGING,
      columns: ['wallet_key_id', 'status', 'public_key', 'created_at'],
      examples: ['wallet-key list'],
    },
    {
      verb: 'show',
      summary: 'Show a key pair',
      method: 'GET',
      asOperator: '/admin/wallet-keys/{wallet_key_id}',
      args: ['wallet_key_id'],
      examples: ['wallet-key show <wallet_key_id>'],
    },
    {
      verb: 'retire',
      summary: 'Retire a key pair: from now on it opens nothing, and it does not come back',
      method: 'POST',
      asOperator: '/admin/wallet-keys/{wallet_key_id}/retire',
      args: ['wallet_key_id'],
      examples: ['wallet-key retire <wallet_key_id>'],
    },
  ],
}
