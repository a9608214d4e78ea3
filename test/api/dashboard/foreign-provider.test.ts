import { afterAll, beforeAll, expect, it } from 'vitest'
import { invitePerson } from '#flows/dashboard/people.ts'
import { disableMember, showTeam } from '#flows/dashboard/team.ts'
import { ROLES } from '#identity/permissions.ts'
import { arrive, openDashboardProvider, startForeignGateway } from '#test/external-idp-gateway.ts'
import { cookieSetBy } from '#test/visitor.ts'

let provider: Awaited<ReturnType<typeof openDashboardProvider>>
let invited: Awaited<ReturnType<typeof startForeignGateway>>
let claimed: Awaited<ReturnType<typeof startForeignGateway>>
beforeAll(async () => {
  provider = await openDashboardProvider()
  invited = await startForeignGateway(provider.url)
  claimed = await startForeignGateway(provider.url, { DASHBOARD_ROLE_CLAIM: 'groups' })
})
afterAll(async () => {
  await Promise.all([invited.close(), claimed.close()])
  await provider.close()
})

const someone = (name: string) => ({ sub: name, name, email: `${name}@company.example`, email_verified: true })

it('asks for a code with everything that binds it to this browser, and for a recent sign-in', async () => {
  await arrive(invited)
  expect(Object.fromEntries(provider.asked)).toMatchObject({
    client_id: 'dashboard',
    response_type: 'code',
    code_challenge_method: 'S256',
    max_age: '43200',
    scope: 'openid email profile',
  })
  expect(provider.asked.get('nonce')).toBeTruthy()
})

it('a sign-in at the other name of the machine begins at the gateway’s own, which the provider leads back to', async () => {
  const named = invited.baseUrl.replace('127.0.0.1', 'localhost')
  const begun = await fetch(`${named}/dashboard/sign-in?back=%2Fdashboard%2Fteam`, { redirect: 'manual' })
  expect([begun.status, begun.headers.get('location')]).toEqual([
    303,
    `${invited.baseUrl}/dashboard/sign-in?back=%2Fdashboard%2Fteam`,
  ])
})

it('a user who was invited by a verified email gets in, and later is known by the subject alone', async () => {
  const wanted = { email: 'ana@company.example', role: 'owner', merchantId: invited.merchantId } as const
  await invitePerson(invited.gateway, 'test', wanted)
  provider.signInAs(someone('ana'))
  const { browser, answer } = await arrive(invited)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard/account'])
  const account = await browser.get('/dashboard/account')
  expect([account.status, account.text.includes('data-form="password"')]).toEqual([200, false])
  provider.signInAs({ sub: 'ana' })
  expect(cookieSetBy((await arrive(invited)).answer)).toBeDefined()
  provider.signInAs({ ...someone('ana'), sub: 'somebody else' })
  const stranger = await arrive(invited)
  expect([stranger.answer.status, cookieSetBy(stranger.answer)]).toEqual([403, undefined])
})

it.each([
  ['nobody has invited', someone('stranger')],
  ['has an e-mail that is not verified', { ...someone('bob'), email_verified: false }],
])('a person that %s is turned away', async (_what, subject) => {
  const wanted = { email: 'bob@company.example', role: 'viewer', merchantId: invited.merchantId } as const
  await invitePerson(invited.gateway, 'test', wanted)
  provider.signInAs(subject)
  const { answer } = await arrive(invited)
  expect([answer.status, answer.text.includes('data-state="forbidden"')]).toEqual([403, true])
})

it('an ID token with another nonce, or of a sign-in that is too old, is refused', async () => {
  provider.signInAs({ sub: 'ana', nonce: 'of another sign-in' })
  expect((await arrive(invited)).answer.status).toBe(400)
  provider.signInAs({ sub: 'ana', auth_time: Math.floor(Date.now() / 1000) - 50_000 })
  expect((await arrive(invited)).answer.status).toBe(400)
})

it('an ID token may begin to count up to 60 s ahead of our clock, and never counts after its end', async () => {
  const now = () => Math.floor(Date.now() / 1000)
  provider.signInAs({ sub: 'ana', nbf: now() + 55 })
  expect((await arrive(invited)).answer.status).toBe(303)
  for (const claims of [{ nbf: now() + 90 }, { exp: now() - 1 }, { auth_time: now() - 43_200 - 35 }]) {
    provider.signInAs({ sub: 'ana', ...claims })
    expect((await arrive(invited)).answer.status).toBe(400)
  }
})

it('roles come from the claim and hold from the next sign-in on', async () => {
  const { merchantId } = claimed
  const groups = (...of: string[]) => provider.signInAs({ ...someone('cleo'), groups: of })
  groups(`/${merchantId}:developer`, 'something else')
  const { browser } = await arrive(claimed)
  const status = async (path: string) => (await browser.get(path)).status
  expect([await status('/dashboard/keys'), await status('/dashboard/balances')]).toEqual([200, 403])
  groups(`${merchantId}:finance`)
  await arrive(claimed)
  expect([await status('/dashboard/keys'), await status('/dashboard/balances')]).toEqual([403, 200])
  groups()
  expect((await arrive(claimed)).answer.status).toBe(403)
  expect(await status('/dashboard')).toBe(303)
})

it('a fresh proof asks the provider for a new sign-in, from a link that the policy of forms lets through', async () => {
  const wanted = { email: 'dora@company.example', role: 'owner', merchantId: invited.merchantId } as const
  await invitePerson(invited.gateway, 'test', wanted)
  provider.signInAs(someone('dora'))
  const { browser } = await arrive(invited)
  const page = await browser.get('/dashboard/step-up?back=%2Fdashboard%2Fkeys')
  const address = /href="([^"]+)" data-action="confirm"/.exec(page.text)![1]!.replaceAll('&amp;', '&')
  const before = browser.token
  const back = new URL((await fetch(address, { redirect: 'manual' })).headers.get('location')!)
  expect(provider.asked.get('max_age')).toBe('0')
  expect((await browser.get(back.pathname + back.search)).headers.get('location')).toBe('/dashboard/keys')
  expect(browser.token).not.toBe(before)
})

/** Roles of a gateway's people by email, of a merchant or with null of the platform. */
async function placesAt({ gateway }: typeof invited, merchantId: string | null) {
  const { members } = await showTeam(gateway, merchantId)
  return Object.fromEntries(members.map(({ email, role, status }) => [email, status === 'ACTIVE' ? role : status]))
}

it('an invitation does not change a place at the next sign-in, not even one that was disabled', async () => {
  const { merchantId, gateway } = invited
  for (const name of ['eve', 'finn']) {
    await invitePerson(gateway, 'test', { email: `${name}@company.example`, role: 'owner', merchantId })
    provider.signInAs(someone(name))
    await arrive(invited)
  }
  const { members } = await showTeam(gateway, merchantId)
  const finn = members.find(({ email }) => email.startsWith('finn'))!
  const operator = { actor: 'test', merchantId, reach: ROLES, gives: ROLES, self: null, runsGateway: true }
  await disableMember(gateway, operator, finn.personId)
  for (const name of ['eve', 'finn']) {
    await gateway.sql`
      insert into invitations (invitation_id, token_hash, email, merchant_id, role, invited_by, ends_at)
      values (${name}, ${name}, ${`${name}@company.example`}, ${merchantId}, 'viewer', 'test', now() + interval '1 day')`
    provider.signInAs(someone(name))
    await arrive(invited)
  }
  const places = await placesAt(invited, merchantId)
  expect([places['eve@company.example'], places['finn@company.example']]).toEqual(['owner', 'DISABLED'])
})

it('a claim never removes the last owner, and a claim without a membership admits no one', async () => {
  const { merchantId } = claimed
  const groups = async (...of: string[]) => {
    provider.signInAs({ ...someone('gil'), groups: of })
    const { browser, answer } = await arrive(claimed)
    const places = await placesAt(claimed, merchantId)
    return {
      status: answer.status,
      home: (await browser.get('/dashboard')).status,
      role: places['gil@company.example'],
    }
  }
  expect(await groups(`${merchantId}:owner`)).toEqual({ status: 303, home: 200, role: 'owner' })
  expect(await groups(`${merchantId}:viewer`)).toEqual({ status: 303, home: 200, role: 'owner' })
  expect(await groups()).toEqual({ status: 403, home: 303, role: 'owner' })
  expect(await groups('platform-admin')).toEqual({ status: 303, home: 200, role: 'owner' })
  expect(await placesAt(claimed, null)).not.toHaveProperty('gil@company.example')
})

it('a claim that names a merchant and the platform gives places at the platform alone', async () => {
  const { merchantId } = claimed
  provider.signInAs({ ...someone('hal'), groups: [`${merchantId}:finance`, 'platform-admin'] })
  await arrive(claimed)
  expect(await placesAt(claimed, merchantId)).not.toHaveProperty('hal@company.example')
  expect(await placesAt(claimed, null)).toMatchObject({ 'hal@company.example': 'platform-admin' })
})
