/** Database of a release with payments in flight (docs/contribute/upgrade-tests.md). */
export const FIXTURE = 'test/fixtures/released.backup'

/** Of the fixture alone. */
export const MASTER_KEY = 'igh+ZE0n9KY2i50VKCX+Z7pastAGelRuGGx7S8oCM6o='

/** Long enough to take the dump meanwhile, short enough to see the end after restoring it immediately. */
const TTL_SECONDS = '30'

/** Settings of the gateway that makes the fixture, and of one that takes it over. */
export const SETTINGS = {
  MASTER_KEY,
  SESSION_TTL_SECONDS: TTL_SECONDS,
  CHALLENGE_TTL_SECONDS: TTL_SECONDS,
  PENDING_TTL_SECONDS: TTL_SECONDS,
  PROVIDER_TIMEOUT_SECONDS: '8',
}
