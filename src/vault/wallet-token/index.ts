import { Secret } from '#domain/secret.ts'
import { wrapCard } from '../clear-card.ts'
import type { KeyStorage } from '../key-storage.ts'
import type { KeyedHashes } from '../keyed-hashes.ts'
import { derivedRootScalar } from './derived-root.ts'
import { simulatedWallet } from './issue.ts'
import { bytesOf, textOf } from './strict-parse.ts'
import { readMessage, unseal } from './unseal.ts'
import { importedWalletKey, newWalletKey, unwrappedKeys } from './wallet-key.ts'
import { parseWalletPayment } from './wallet-payment.ts'
import { WalletTokenError } from './wallet-token-error.ts'
import type { WalletTokens } from './wallet-tokens.ts'

/** The only accepted version (docs/reference/tokens.md#wallet-tokens). */
const VERSION = 'ECv2'

export function createWalletTokens(storage: KeyStorage, hashes: KeyedHashes): WalletTokens {
  const agreementKey = unwrappedKeys(storage)
  return {
    createKey: () => newWalletKey(storage),
    importKey: (pem) => importedWalletKey(storage, pem),
    open(token, { merchantId, recipientId, roots, keys, now: moment, today }) {
      const now = moment.getTime()
      const clear = unseal(envelopeIn(token), { version: VERSION, recipientId, roots, now }, keys.map(agreementKey))
      const { card, cryptogram, ...message } = parseWalletPayment(readMessage(clear, now), merchantId, today)
      return {
        ...message,
        card: wrapCard(hashes, merchantId, card),
        cryptogram: cryptogram && { ...cryptogram, value: new Secret(cryptogram.value) },
      }
    },
    simulated: simulatedWallet(() => derivedRootScalar(hashes)),
  }
}

/** The wallet's text exactly as received: nothing may surround it. */
function envelopeIn(token: string): string {
  const text = textOf(bytesOf(token, 'bad_encoding'), 'bad_encoding')
  if (!text.startsWith('{') || !text.endsWith('}')) throw new WalletTokenError('bad_encoding')
  return text
}
