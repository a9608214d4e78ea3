import { text } from '#app/config/kinds.ts'
import type { CommandGroup } from '../command.ts'
import { PAGING, required } from '../options.ts'

/** The gateway's key pairs for wallet tokens (docs/reference/tokens.md#wallet-tokens). */
export const walletKey: CommandGroup = {
  name: 'wallet-key',
  summary: 'Key pairs for tokens of the first wallet',
  commands: [
    {
      verb: 'create',
      summary: 'Create a key pair; existing ones still decrypt tokens',
      method: 'POST',
      asOperator: '/admin/wallet-keys',
      examples: ['wallet-key create'],
      note: 'Register the public key with the wallet. Retire the old pair when no tokens use it.',
    },
    {
      verb: 'import',
      fromFile: 'private_key',
      summary: 'Import a key pair already registered with the wallet',
      method: 'POST',
      asOperator: '/admin/wallet-keys',
      options: [
        required({
          flags: '--file <path>',
          field: 'private_key',
          kind: text,
          description: 'P-256 private key, unencrypted PEM (PKCS #8 or SEC 1)',
        }),
      ],
      examples: ['wallet-key import --file wallet-key.pem'],
      note: 'The gateway stores the private key encrypted. Delete the file.',
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
      summary: 'Retire a key pair permanently; it stops decrypting tokens',
      method: 'POST',
      asOperator: '/admin/wallet-keys/{wallet_key_id}/retire',
      args: ['wallet_key_id'],
      examples: ['wallet-key retire <wallet_key_id>'],
    },
  ],
}
