/** An error in a connection string. Completes the sentence "DATABASE_URL must be …" and quotes no part of a password. */
export class AddressMistake extends Error {
  override name = 'AddressMistake'
}

/** The parameters of a connection string; the last one of a name counts. */
export type Parameters = Readonly<Record<string, string | undefined>>
