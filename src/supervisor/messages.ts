/** To a forked process: the database is migrated, begin. */
export interface StartMessage {
  readonly kind: 'start'
  readonly databaseUrl: string
  /** Texts of settings from files and commands, which only the supervisor reads. */
  readonly secrets: Readonly<Record<string, string>>
}

/** To the supervisor: the process serves. */
export interface ReadyMessage {
  readonly kind: 'ready'
}

/** To the supervisor, every second. */
export interface AliveMessage {
  readonly kind: 'alive'
}
