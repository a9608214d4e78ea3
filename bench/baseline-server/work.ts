/** Work that every implementation of a payment has to do. */
export interface BareWork {
  /** RSA-2048 decryptions. */
  readonly decryptions: number
  /** One after the other. */
  readonly commits: number
}

export interface BareTask extends BareWork {
  /** Of the database, a superuser's. */
  readonly url: string
}
