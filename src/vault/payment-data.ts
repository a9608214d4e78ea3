import { invalid } from '#domain/problem.ts'
import { decrypt, encrypt, SealError } from './aead.ts'
import type { ClearCard } from './clear-card.ts'
import type { PaymentDataBinding } from './vault.ts'

/** Seals a card for the next step; base64url. @param key per transaction; deleting it ends decryption (PCI DSS 3.3.1) */
export function encryptPaymentData(key: Uint8Array, binding: PaymentDataBinding, card: ClearCard): string {
  return encrypt(key, Buffer.from(JSON.stringify(card)), textOf(binding)).toString('base64url')
}

/** @throws RequestError `invalid` on `payment_data`, equal for every difference */
export function decryptPaymentData(key: Uint8Array, binding: PaymentDataBinding, paymentData: string): ClearCard {
  try {
    return JSON.parse(decrypt(key, bytesOf(paymentData), textOf(binding)).toString())
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    throw invalid('payment_data', 'Send the payment_data of the latest action unchanged, to its transaction.')
  }
}

/** Accepts only our own spelling. */
function bytesOf(paymentData: string): Buffer {
  const bytes = Buffer.from(paymentData, 'base64url')
  if (bytes.toString('base64url') !== paymentData) throw new SealError()
  return bytes
}

/** JSON, so that no two bindings have the same text. */
function textOf(binding: PaymentDataBinding): string {
  return JSON.stringify([
    binding.transactionId,
    binding.merchantId,
    binding.terminalId,
    String(binding.amount),
    binding.currency,
    binding.threeDsServerTransId,
    binding.step,
    binding.round,
  ])
}
