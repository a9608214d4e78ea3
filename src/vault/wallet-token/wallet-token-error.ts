/** Every way a wallet token can fail. For the log and for tests; outside they all look the same. */
export type WalletTokenFault =
  | 'bad_encoding' // the field itself is no Base64 of a JSON text
  | 'bad_envelope'
  | 'bad_version'
  | 'no_trusted_keys'
  | 'intermediate_signature_invalid'
  | 'intermediate_key_expired'
  | 'message_signature_invalid'
  | 'bad_message' // what was signed is not what an encrypted message looks like
  | 'bad_mac' // altered, or encrypted for none of our keys
  | 'bad_payload' // decrypts to something that is no card
  | 'message_expired'
  | 'wrong_merchant'
  | 'network_not_supported'

/** A wallet token that is not accepted. Says why, and nothing of what was in it. */
export class WalletTokenError extends Error {
  override name = 'WalletTokenError'
  readonly fault: WalletTokenFault

  constructor(fault: WalletTokenFault) {
    super(`The wallet token is not accepted: ${fault}.`)
    this.fault = fault
  }
}
