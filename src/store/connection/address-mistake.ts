/** A mistake in a connection string. It ends the sentence "DATABASE_URL must be …" and quotes nothing of a password. */
export class AddressMistake extends Error {
  override name = 'AddressMistake'
}

/** The parameters of a connection string; the last one of a name counts. */
export type Parameters = Readonly<Record<string, string | undefined>>
