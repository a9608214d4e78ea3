import { Type } from 'typebox'
import { ListOf } from './types.ts'

/** Body of `POST /admin/wallet-keys`: empty for a new pair. */
export const CreateWalletKeyBody = Type.Object({
  private_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4096,
      description: 'A P-256 private key to take over, unencrypted PEM (PKCS #8 or SEC 1). It is never shown again.',
    }),
  ),
})

export const WalletKeyAnswer = Type.Object({
  wallet_key_id: Type.String(),
  public_key: Type.String({ description: 'What the wallet is given: an uncompressed P-256 point in Base64.' }),
  status: Type.Enum(['ACTIVE', 'RETIRED'], { description: 'A retired key opens nothing any more.' }),
  created_at: Type.String({ format: 'date-time' }),
})

export const WalletKeyList = ListOf(WalletKeyAnswer)
export const WalletKeyParams = Type.Object({ id: Type.String({ description: 'Wallet key id.' }) })
