// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { type Judge, prepareGo, prepareJava, preparePython } from '../judge.ts'

// OAuth clients of other languages judge the realm (docs/reference/identity.md#the-token-endpoint).

/** By Basic and by the form, with the client's secret and with another. */
const CALLS = { right: [200, 200], wrong: ['401 invalid_client', '401 invalid_client'] }

interface Language {
  readonly prepare: () => Promise<Judge>
  /** Libraries, and if they verify access tokens. */
  readonly libraries: Readonly<Record<string, boolean>>
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  Python: {
    prepare: () => preparePython('oauth', 'clients.py'),
    libraries: { 'requests-oauthlib': false, Authlib: true },
  },
  Go: { prepare: () => prepareGo('oauth'), libraries: { 'x/oauth2': false } },
  Java: { prepare: () => prepareJava('oauth', 'client.java'), libraries: { 'oauth2-oidc-sdk': true } },
}

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

it.for(Object.entries(LANGUAGES))(
  'libraries for %s find the realm, get tokens, call the API and verify tokens, and fail with a wrong secret',
  { timeout: 320_000 },
  async ([, { prepare, libraries }], { skip, onTestFinished }) => {
    const judge = await prepare()
    onTestFinished(judge.remove)
    skip(judge.missing !== undefined, judge.missing)
    const { clientId, clientSecret } = await app.newMerchant()
    const found = await judge.ask({
      issuer: `${app.baseUrl}/realms/uat`,
      audience: app.baseUrl,
      api: `${app.baseUrl}/api/transactions?limit=1`,
      client_id: clientId,
      client_secret: clientSecret,
    })
    const expected = Object.entries(libraries).map(([library, verifies]) => [
      library,
      // The second has another signature.
      { ...CALLS, ...(verifies && { verified: [clientId, null] }) },
    ])
    expect(found).toEqual(Object.fromEntries(expected))
  },
)
