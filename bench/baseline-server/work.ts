/** What a payment cannot go without, whoever writes the program. */
export interface BareWork {
  /** RSA-2048 decryptions. */
  readonly decryptions: number
  /** One after the other. */
  readonly commits: number
}

/** What the bare server is started with. */
export interface BareTask extends BareWork {
  /** Of the database, a superuser's. */
  readonly url: string
}
