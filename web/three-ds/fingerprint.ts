import { methodNotification } from '../shared/method-notification.ts'

/** The bank's page has five seconds at most (docs/reference/three-ds.md#waits-on-the-gateways-own-pages). */
const WAIT_MS = 5_000

methodNotification(WAIT_MS).then(() => document.querySelector<HTMLFormElement>('#continue')?.submit())
document.querySelector<HTMLFormElement>('#fingerprint')?.submit()
