import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { issueClient } from '#identity/issue-client.ts'
import { hashPassword } from '#identity/people/passwords.ts'
import { beginTotp, newRecoveryCodes, verifyTotp } from '#identity/people/second-factor.ts'
import { MERCHANT_ROLES } from '#identity/people/team-rules.ts'
import { stepAt, totpAt } from '#identity/people/totp.ts'
import type { Role } from '#identity/permissions.ts'
import { insertPasskey } from '#store/people/passkeys.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import {
  browserOf,
  fieldOf,
  follow,
  fromBase32,
  newPerson,
  newVisitor,
  openSignIn,
  signIn,
  type Visitor,
} from '#test/visitor.ts'

const PASSWORD = 'nine bags of beans 9'

let app: RunningGateway
let hash: string
beforeAll(async () => {
  app = await useGateway()
  hash = await hashPassword(new Secret(PASSWORD))
})
afterAll(() => app.close())

const newEmail = () => `guest-${randomBytes(6).toString('hex')}@people.example`

/** A merchant of the test's own with people of these roles, all signed in. */
async function teamOf<R extends Role>(...roles: R[]) {
  const merchant = await app.newMerchant()
  const people = {} as Record<R, Visitor>
  for (const role of roles) people[role] = await newVisitor(app, role, merchant.merchantId)
  return { merchant, ...people }
}

async function linkOf(visitor: Visitor, email: string, role: Role): Promise<string> {
  const page = await follow(visitor, await visitor.post('/dashboard/team/invite', { email, role }))
  return new URL(fieldOf(page, 'link')).pathname
}

async function rolesOf(merchant: TestMerchant): Promise<Record<string, string>> {
  const { people } = (await merchant.call('GET', '/api/team')).body
  return Object.fromEntries(people.map((one: { email: string; role: string }) => [one.email, one.role]))
}

describe('an invitation', () => {
  it('is a link that is shown once and makes one account', async () => {
    const { merchant, owner } = await teamOf('owner')
    const email = newEmail()
    const link = await linkOf(owner, email.toUpperCase(), 'finance')
    expect((await owner.get('/dashboard/team')).text).not.toContain(link)
    const guest = browserOf(app.baseUrl, '')
    expect(fieldOf(await guest.get(link), 'email')).toBe(email)
    expect((await guest.post(link, { name: 'Guest', password: 'short 1' })).status).toBe(422)
    const joined = await guest.post(link, { name: 'Guest', password: PASSWORD })
    expect(joined.headers.get('location')).toMatch(/^\/dashboard\/sign-in\?back=/)
    expect(await rolesOf(merchant)).toMatchObject({ [email]: 'finance' })
    expect((await signIn(guest, email, PASSWORD)).text).toContain('data-page="home"')
    expect((await browserOf(app.baseUrl, '').post(link, { name: 'Thief', password: PASSWORD })).status).toBe(404)
  })

  it('is withdrawn only by people who may give its role', async () => {
    const { merchant, owner, admin, developer } = await teamOf('owner', 'admin', 'developer')
    const stranger = (await teamOf('owner')).owner
    const link = await linkOf(owner, newEmail(), 'owner')
    const [{ invitation_id }] = (await merchant.call('GET', '/api/team')).body.invitations
    const withdraw = (by: Visitor) => by.post('/dashboard/team/withdraw', { invitation_id })
    const statuses = [await withdraw(developer), await withdraw(admin), await withdraw(stranger)].map(
      (one) => one.status,
    )
    expect(statuses).toEqual([403, 422, 404])
    expect((await admin.get('/dashboard/team')).text).not.toContain('data-action="withdraw"')
    expect((await browserOf(app.baseUrl, '').get(link)).status).toBe(200)
    expect((await owner.get('/dashboard/team')).text).toContain('data-action="withdraw"')
    expect((await withdraw(owner)).headers.get('location')).toBe('/dashboard/team?done=withdraw')
    expect((await browserOf(app.baseUrl, '').get(link)).status).toBe(404)
    expect((await merchant.call('GET', '/api/team')).body.invitations).toEqual([])
    const { items } = (await merchant.call('GET', '/api/audit-log')).body
    expect(items[0]).toMatchObject({
      action: 'person.invitation-withdrawn',
      actor: owner.personId,
      subject: invitation_id,
    })
    expect((await withdraw(owner)).status).toBe(404)
  })

  it('is over after seven days, and once there is a newer one', async () => {
    const { owner } = await teamOf('owner')
    const [old, replaced] = [newEmail(), newEmail()]
    const [link, first] = [await linkOf(owner, old, 'viewer'), await linkOf(owner, replaced, 'viewer')]
    await app.database.sql`update invitations set ends_at = now() where email = ${old}`
    const second = await linkOf(owner, replaced, 'viewer')
    const nobody = browserOf(app.baseUrl, '')
    const statuses = []
    for (const path of [link, first, second]) statuses.push((await nobody.get(path)).status)
    expect(statuses).toEqual([404, 404, 200])
  })

  it('of a person with an account is accepted only when signed in with it', async () => {
    const { merchant, owner } = await teamOf('owner')
    const known = await newVisitor(app, 'viewer', app.merchant.merchantId)
    const link = await linkOf(owner, known.email, 'support')
    const stranger = browserOf(app.baseUrl, '')
    await stranger.post(link, { name: 'Thief', password: PASSWORD })
    await owner.post(link)
    expect(await rolesOf(merchant)).not.toHaveProperty(known.email)
    expect((await known.post(link)).headers.get('location')).toBe('/dashboard')
    expect(await rolesOf(merchant)).toMatchObject({ [known.email]: 'support' })
  })
})

describe('nobody', () => {
  it('gives a role that is out of their reach', async () => {
    const { merchant, admin } = await teamOf('owner', 'admin')
    const email = newEmail()
    for (const role of ['owner', 'platform-admin', 'made-up']) {
      expect((await admin.post('/dashboard/team/invite', { email, role })).status, role).toBe(422)
    }
    const platform = await newVisitor(app, 'platform-admin', null)
    await app.database.sql`
      update dashboard_sessions set merchant_id = ${merchant.merchantId} where person_id = ${platform.personId}`
    for (const role of MERCHANT_ROLES) {
      const expected = role === 'viewer' ? 303 : 422
      expect((await platform.post('/dashboard/team/invite', { email, role })).status, role).toBe(expected)
    }
  })

  it('changes themselves, or an owner without being one', async () => {
    const { merchant, owner, admin } = await teamOf('owner', 'admin')
    const raise = { person_id: admin.personId, role: 'owner' }
    const lower = { person_id: owner.personId, role: 'viewer' }
    const raised = await admin.post('/dashboard/team/change-role', raise)
    expect(raised.status).toBe(422)
    expect(raised.text.split('Invite a team member')[1]).toContain('value="viewer" selected')
    expect((await admin.post('/dashboard/team/change-role', lower)).status).toBe(422)
    expect((await admin.post('/dashboard/team/disable', { person_id: owner.personId })).status).toBe(422)
    expect((await admin.post('/dashboard/team/reset', { person_id: owner.personId })).status).toBe(422)
    expect((await owner.post('/dashboard/team/change-role', lower)).status).toBe(422)
    expect(await rolesOf(merchant)).toEqual({ [owner.email]: 'owner', [admin.email]: 'admin' })
  })

  it('removes the last owner, not even two who remove each other at the same moment', async () => {
    const { merchant, owner } = await teamOf('owner')
    const other = await newVisitor(app, 'owner', merchant.merchantId)
    await Promise.all([
      owner.post('/dashboard/team/change-role', { person_id: other.personId, role: 'viewer' }),
      other.post('/dashboard/team/change-role', { person_id: owner.personId, role: 'viewer' }),
    ])
    expect(Object.values(await rolesOf(merchant)).filter((role) => role === 'owner').length).toBeGreaterThanOrEqual(1)
  })

  it("acts on another merchant's people", async () => {
    const [{ owner }, foreign] = [await teamOf('owner'), await teamOf('viewer')]
    for (const verb of ['disable', 'reset', 'remove-factors', 'end-sessions', 'review']) {
      const answer = await owner.post(`/dashboard/team/${verb}`, { person_id: foreign.viewer.personId })
      expect([answer.status, answer.text.includes('data-state="unknown"')], verb).toEqual([404, true])
    }
    expect((await foreign.viewer.get('/dashboard')).status).toBe(200)
  })
})

it('a changed role holds for the next request, a disabled person is signed out with it', async () => {
  const { owner, viewer, finance } = await teamOf('owner', 'viewer', 'finance')
  expect((await viewer.get('/dashboard/keys')).status).toBe(403)
  await owner.post('/dashboard/team/change-role', { person_id: viewer.personId, role: 'developer' })
  expect((await viewer.get('/dashboard/keys')).status).toBe(200)
  await owner.post('/dashboard/team/disable', { person_id: finance.personId })
  expect((await finance.get('/dashboard')).headers.get('location')).toContain('/dashboard/sign-in')
})

it('a new password is chosen by the person, by a link that works once and leaves the second factor alone', async () => {
  const { merchant, owner } = await teamOf('owner')
  const { email, personId } = await newPerson(app.gateway, 'support', merchant.merchantId, hash)
  const page = await follow(owner, await owner.post('/dashboard/team/reset', { person_id: personId }))
  const link = new URL(fieldOf(page, 'link')).pathname
  const browser = browserOf(app.baseUrl, '')
  expect((await browser.post(link, { password: PASSWORD })).text).toContain('used this password before')
  expect((await browser.post(link, { password: 'ten bags of beans 10' })).headers.get('location')).toBe(
    '/dashboard/sign-in',
  )
  expect((await browser.get(link)).status).toBe(404)
  expect((await signIn(browser, email, 'ten bags of beans 10')).text).toContain('data-page="home"')
  const old = browserOf(app.baseUrl, '')
  expect((await old.post(await openSignIn(old), { email, password: PASSWORD })).status).toBe(401)
})

it('a person who also belongs to another team gets no new password from this one', async () => {
  const { merchant, owner } = await teamOf('owner')
  const { email, personId } = await newPerson(app.gateway, 'owner', app.merchant.merchantId, hash)
  await app.database.sql`
    insert into memberships (person_id, merchant_id, role) values (${personId}, ${merchant.merchantId}, 'viewer')`
  expect((await owner.post('/dashboard/team/reset', { person_id: personId })).status).toBe(422)
  expect((await signIn(browserOf(app.baseUrl, ''), email, PASSWORD)).text).toContain('data-page="home"')
})

it('a user who lost every factor starts again by a link: factors, password and sessions end, and the audit log has it', async () => {
  const { merchant, owner, admin } = await teamOf('owner', 'admin')
  const { email, personId, recoveryCode } = await withFactors(
    await newPerson(app.gateway, 'support', merchant.merchantId, hash),
  )
  const signedIn = browserOf(app.baseUrl, '')
  const asked = await signIn(signedIn, email, PASSWORD)
  expect(asked.text).toContain('data-page="second-factor"')
  await follow(signedIn, await signedIn.post(asked.path, { code: recoveryCode }))

  const page = await follow(admin, await admin.post('/dashboard/team/remove-factors', { person_id: personId }))
  const link = new URL(fieldOf(page, 'link')).pathname
  expect((await signedIn.get('/dashboard')).headers.get('location')).toContain('/dashboard/sign-in')
  const browser = browserOf(app.baseUrl, '')
  expect((await browser.post(await openSignIn(browser), { email, password: PASSWORD })).status).toBe(401)
  expect((await browser.post(link, { password: PASSWORD })).text).toContain('used this password before')
  await browser.post(link, { password: 'ten bags of beans 10' })
  expect((await signIn(browser, email, 'ten bags of beans 10')).text).toContain('data-page="home"')
  const { people } = (await merchant.call('GET', '/api/team')).body
  expect(people.find((one: { email: string }) => one.email === email)).toMatchObject({ second_factor: false })
  const { items } = (await merchant.call('GET', `/api/audit-log?subject=${personId}`)).body
  const removed = items.find(({ action }: { action: string }) => action === 'person.factors-removed')
  expect(removed).toMatchObject({ actor: admin.personId, actor_kind: 'person' })
  expect((await admin.post('/dashboard/team/remove-factors', { person_id: owner.personId })).status).toBe(422)
  expect((await owner.post('/dashboard/team/remove-factors', { person_id: owner.personId })).status).toBe(422)
})

const BY_AN_OPERATOR = 'factors are removed by an operator for anybody, by a team for nobody who belongs to another one'

it(BY_AN_OPERATOR, { tags: ['full'] }, async () => {
  const { merchant, owner } = await teamOf('owner')
  const { email, personId } = await withFactors(await newPerson(app.gateway, 'owner', app.merchant.merchantId, hash))
  const key = {
    credentialId: `key-${personId}`,
    name: 'Phone',
    publicKey: new Uint8Array([1]),
    counter: 0n,
    transports: [],
  }
  await insertPasskey(app.gateway.sql, { personId, ...key })
  await app.database.sql`
    insert into memberships (person_id, merchant_id, role) values (${personId}, ${merchant.merchantId}, 'viewer')`
  expect((await owner.post('/dashboard/team/remove-factors', { person_id: personId })).status).toBe(422)
  expect((await signIn(browserOf(app.baseUrl, ''), email, PASSWORD)).text).toContain('data-page="second-factor"')
  const call = await operatorOf()
  const { status, body } = await call('POST', `/admin/people/${personId}/remove-factors`)
  expect([status, body.link]).toEqual([201, expect.stringContaining('/dashboard/new-password/')])
  expect((await call('POST', '/admin/people/per_nobody/remove-factors')).status).toBe(404)
  const left = await app.database.sql`
    select person_id from totp_secrets where person_id = ${personId} union all
    select person_id from recovery_codes where person_id = ${personId} union all
    select person_id from passkeys where person_id = ${personId} union all
    select person_id from people where person_id = ${personId} and password_hash is not null`
  expect(left).toEqual([])
})

/** Adds an app and recovery codes to a person. */
async function withFactors<T extends { readonly personId: string }>(person: T) {
  const secret = fromBase32((await beginTotp(app.gateway, person.personId))!)
  await verifyTotp(app.gateway, person.personId, totpAt(secret, stepAt(new Date())))
  const [recoveryCode] = await newRecoveryCodes(app.gateway.sql, person.personId)
  return { ...person, recoveryCode: recoveryCode! }
}

it('every change of a team is in the audit log, with the person who made it', async () => {
  const { merchant, owner, viewer } = await teamOf('owner', 'viewer')
  await owner.post('/dashboard/team/change-role', { person_id: viewer.personId, role: 'admin' })
  await owner.post('/dashboard/team/review', { person_id: viewer.personId })
  const { items } = (await merchant.call('GET', '/api/audit-log')).body
  expect(items.slice(0, 2)).toMatchObject([
    { action: 'person.reviewed', actor: owner.personId, subject: viewer.personId },
    { action: 'person.role-changed', actor: owner.personId, subject: viewer.personId, changes: { role: 'admin' } },
  ])
})

it('an operator withdraws an invitation to any team, once, and the team’s audit log has it', async () => {
  const call = await operatorOf()
  const { merchant, owner } = await teamOf('owner')
  const link = await linkOf(owner, newEmail(), 'viewer')
  const open = async (query: string) => (await call('GET', `/admin/people${query}`)).body.invitations
  const [{ invitation_id: id }] = await open(`?merchant_id=${merchant.merchantId}`)
  const platform = { email: newEmail(), role: 'platform-support' }
  await call('POST', '/admin/people/invitations', platform)
  const own = (await open('')).find(({ email }: { email: string }) => email === platform.email).invitation_id
  const path = `/admin/people/invitations/${id}`
  expect((await merchant.call('DELETE', path)).status).toBe(403)
  const withdraw = async (which: string) => (await call('DELETE', `/admin/people/invitations/${which}`)).status
  expect([await withdraw(id), await withdraw(own), await withdraw(id)]).toEqual([204, 204, 404])
  expect((await browserOf(app.baseUrl, '').get(link)).status).toBe(404)
  expect(await open(`?merchant_id=${merchant.merchantId}`)).toEqual([])
  const { items } = (await merchant.call('GET', `/api/audit-log?subject=${id}`)).body
  expect(items[0]).toMatchObject({ action: 'person.invitation-withdrawn', actor_kind: 'operator' })
})

it('an operator invites the first owner, ends access and starts a new password', async () => {
  const call = await operatorOf()
  const merchant = await app.newMerchant()
  const email = newEmail()
  const wanted = { email, role: 'owner', merchant_id: merchant.merchantId }
  const { status, body } = await call('POST', '/admin/people/invitations', wanted)
  expect(status).toBe(201)
  const guest = browserOf(app.baseUrl, '')
  await guest.post(new URL(body.link).pathname, { name: 'First Owner', password: PASSWORD })
  const listed = await call('GET', `/admin/people?merchant_id=${merchant.merchantId}`)
  expect(listed.body.people).toMatchObject([{ email, role: 'owner', status: 'ACTIVE', second_factor: false }])
  const id = listed.body.people[0].person_id
  expect((await call('POST', `/admin/people/${id}/reset`)).body.link).toContain('/dashboard/new-password/')
  expect((await call('POST', `/admin/people/${id}/disable`)).status).toBe(204)
  const refused = browserOf(app.baseUrl, '')
  expect((await refused.post(await openSignIn(refused), { email, password: PASSWORD })).status).toBe(401)
  expect((await call('POST', '/admin/people/per_nobody/disable')).status).toBe(404)
  expect((await call('POST', '/admin/people/invitations', { ...wanted, role: 'platform-admin' })).status).toBe(422)
})

/** Calls the admin API as a new operator. */
async function operatorOf() {
  const { clientId, clientSecret } = await issueClient(app.gateway.sql, { merchantId: null, scopes: ['operator'] })
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret.reveal() }
  const asked = await fetch(`${app.baseUrl}/realms/uat/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  const { access_token: token } = (await asked.json()) as { access_token: string }
  return async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(app.baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
  }
}
