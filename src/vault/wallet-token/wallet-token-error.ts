/** Causes of failure, for the log and for tests. Responses do not distinguish them. */
export type WalletTokenFault =
  | 'bad_encoding' // the field is not Base64 of a JSON text
  | 'bad_envelope'
  | 'bad_version'
  | 'no_trusted_keys'
  | 'intermediate_signature_invalid'
  | 'intermediate_key_expired'
  | 'message_signature_invalid'
  | 'bad_message' // the signed content is not an encrypted message
  | 'bad_mac' // altered, or encrypted for another key
  | 'bad_payload' // decrypts to something other than a card
  | 'message_expired'
  | 'wrong_merchant'
  | 'network_not_supported'

/** A rejected wallet token. Names the cause, never the content. */
export class WalletTokenError extends Error {
  override name = 'WalletTokenError'
  readonly fault: WalletTokenFault

  constructor(fault: WalletTokenFault) {
    super(`The wallet token is not accepted: ${fault}.`)
    this.fault = fault
  }
}
