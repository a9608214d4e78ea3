/** From the supervisor to a process it has forked: there is a migrated database now, begin. */
export interface StartMessage {
  readonly kind: 'start'
  readonly databaseUrl: string
}

/** From a process to its supervisor: it serves. */
export interface ReadyMessage {
  readonly kind: 'ready'
}

/** Heartbeat from a process to its supervisor, every second. */
export interface AliveMessage {
  readonly kind: 'alive'
}
