import { test as base } from './browser-test.ts'
import { type Issuer, openIssuer } from './issuer/acs.ts'
import { serveWithIssuer } from './issuer/run-gateway.ts'

export { expect, FULL } from './browser-test.ts'

interface WorkerFixtures {
  /** CHALLENGE_TTL_SECONDS of the gateway. */
  readonly challengeSeconds: number
  readonly issuer: Issuer
}

/**
 * Stage with a bank on its own origin: shop, gateway and access control server are three sites. `demo`
 * and `merchant` speak to a gateway that asks this bank's 3-D Secure server instead of the simulator.
 */
export const test = base.extend<object, WorkerFixtures>({
  challengeSeconds: [600, { option: true, scope: 'worker' }],
  issuer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
    async ({}, use) => {
      const issuer = await openIssuer()
      await use(issuer)
      await issuer.close()
    },
    { scope: 'worker' },
  ],
  demo: [
    async ({ stage, issuer, challengeSeconds }, use) => {
      const env = { CHALLENGE_TTL_SECONDS: String(challengeSeconds) }
      const { baseUrl, close } = await serveWithIssuer(stage, issuer, env)
      await use({ ...stage.demo, base_url: baseUrl, auth_url: baseUrl })
      await close()
    },
    // It takes as long as it takes, and not of the first test's time.
    { scope: 'worker', timeout: 60_000 },
  ],
})
