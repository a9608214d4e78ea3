/** The bank's page has five seconds, no more and no less (docs/reference/three-ds.md#fingerprint). */
const WAIT_MS = 5_000

document.querySelector<HTMLFormElement>('#fingerprint')?.submit()
setTimeout(() => document.querySelector<HTMLFormElement>('#continue')?.submit(), WAIT_MS)
