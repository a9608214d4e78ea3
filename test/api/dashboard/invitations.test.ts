import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptAsPerson, showInvitation } from '#flows/dashboard/links.ts'
import { changePersonStatus, invitePerson } from '#flows/dashboard/people.ts'
import type { Role } from '#identity/permissions.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { browserOf, fieldOf, follow, newPerson, newVisitor, signIn, type Visitor } from '#test/visitor.ts'

const PASSWORD = 'nine bags of beans 9'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const newEmail = () => `guest-${randomBytes(6).toString('hex')}@people.example`

/** A merchant of the test's own with people of these roles, all signed in. */
async function teamOf<R extends Role>(...roles: R[]) {
  const { merchantId, call } = await app.newMerchant()
  const people = {} as Record<R, Visitor>
  for (const role of roles) people[role] = await newVisitor(app, role, merchantId)
  const open = async () => (await call('GET', '/api/team')).body.invitations
  const roleOf = async (email: string) => {
    const members: { email: string; role: string; status: string }[] = (await call('GET', '/api/team')).body.people
    const found = members.find((one) => one.email === email)
    return found?.status === 'DISABLED' ? 'DISABLED' : found?.role
  }
  return { merchantId, open, roleOf, ...people }
}

const invite = (by: Visitor, email: string, role: Role) => by.post('/dashboard/team/invite', { email, role })

async function linkOf(by: Visitor, email: string, role: Role): Promise<string> {
  return new URL(fieldOf(await follow(by, await invite(by, email, role)), 'link')).pathname
}

async function linkByOperator(email: string, role: Role, merchantId: string | null): Promise<string> {
  return new URL((await invitePerson(app.gateway, 'test', { email, role, merchantId })).reveal()).pathname
}

/** A platform admin whose pages are about a merchant. */
async function platformAdminAt(merchantId: string): Promise<Visitor> {
  const platform = await newVisitor(app, 'platform-admin', null)
  await app.database.sql`
    update dashboard_sessions set merchant_id = ${merchantId} where person_id = ${platform.personId}`
  return platform
}

const statusOf = async (link: string) => (await browserOf(app.baseUrl, '').get(link)).status

describe('an invitation', () => {
  it('is refused for an address that has a place in the team, disabled or not', async () => {
    const { open, roleOf, owner, admin, viewer } = await teamOf('owner', 'admin', 'viewer')
    await owner.post('/dashboard/team/disable', { person_id: viewer.personId })
    for (const email of [owner.email, owner.email.toUpperCase(), viewer.email]) {
      const answer = await invite(admin, email, 'viewer')
      expect([answer.status, answer.text.includes('data-problem="email"')], email).toEqual([422, true])
    }
    expect([await roleOf(owner.email), await roleOf(viewer.email), await open()]).toEqual(['owner', 'DISABLED', []])
  })

  it('never changes a place that was given meanwhile', async () => {
    const { merchantId, roleOf, admin } = await teamOf('admin')
    const known = await newVisitor(app, 'viewer', app.merchant.merchantId)
    const link = await linkOf(admin, known.email, 'viewer')
    await app.database.sql`
      insert into memberships (person_id, merchant_id, role, status)
      values (${known.personId}, ${merchantId}, 'finance', 'DISABLED')`
    expect((await known.post(link)).status).toBe(422)
    expect(await roleOf(known.email)).toBe('DISABLED')
  })

  it('ends with the access of the person who made it, and stays ended when that opens again', async () => {
    const { open, owner, admin } = await teamOf('owner', 'admin')
    const link = await linkOf(admin, newEmail(), 'finance')
    await owner.post('/dashboard/team/disable', { person_id: admin.personId })
    await owner.post('/dashboard/team/enable', { person_id: admin.personId })
    expect([await statusOf(link), await open()]).toEqual([404, []])
  })

  it('ends if the operator disables the person who made it, or whose address it names', async () => {
    const { admin, open } = await teamOf('admin')
    const known = await newVisitor(app, 'viewer', app.merchant.merchantId)
    const [by, to] = [await linkOf(admin, newEmail(), 'finance'), await linkOf(admin, known.email, 'finance')]
    await changePersonStatus(app.gateway, 'test', known.personId, 'DISABLED')
    expect([await statusOf(by), await statusOf(to)]).toEqual([200, 404])
    await changePersonStatus(app.gateway, 'test', admin.personId, 'DISABLED')
    expect([await statusOf(by), await open()]).toEqual([404, []])
  })

  it('is void if its maker has been disabled in the database', async () => {
    const { admin, open } = await teamOf('admin')
    const link = await linkOf(admin, newEmail(), 'finance')
    await app.database.sql`update people set status = 'DISABLED' where person_id = ${admin.personId}`
    expect([await statusOf(link), await open()]).toEqual([404, []])
  })

  it('ends with the role that could give it; what may still be given stays', async () => {
    const { merchantId, owner } = await teamOf('owner')
    const other = await newVisitor(app, 'owner', merchantId)
    const [asOwner, asViewer] = [await linkOf(other, newEmail(), 'owner'), await linkOf(other, newEmail(), 'viewer')]
    await owner.post('/dashboard/team/change-role', { person_id: other.personId, role: 'admin' })
    expect([await statusOf(asOwner), await statusOf(asViewer)]).toEqual([404, 200])
  })

  it('with a role out of reach is not replaced', async () => {
    const { owner, admin } = await teamOf('owner', 'admin')
    const email = newEmail()
    const link = await linkOf(owner, email, 'owner')
    expect((await invite(admin, email, 'viewer')).status).toBe(422)
    expect(await statusOf(link)).toBe(200)
  })

  it('makes one place if it is accepted by many at the same moment', async () => {
    const { admin, roleOf } = await teamOf('admin')
    const email = newEmail()
    const link = await linkOf(admin, email, 'support')
    const typed = { name: 'Guest', password: PASSWORD }
    await Promise.all(Array.from({ length: 4 }, () => browserOf(app.baseUrl, '').post(link, typed)))
    expect([await roleOf(email), await statusOf(link)]).toEqual(['support', 404])
  })
})

describe('the page of an invitation', () => {
  it('is the same for addresses that have an account and those that have none, before and after the form', async () => {
    const { admin, roleOf } = await teamOf('admin')
    const { email: known } = await newPerson(app.gateway, 'viewer', app.merchant.merchantId)
    const answers = []
    for (const email of [known, newEmail()]) {
      const link = await linkOf(admin, email, 'support')
      const blind = (text: string) =>
        text
          .replaceAll(email, 'email')
          .replaceAll(link.split('/').at(-1)!, 'token')
          .replaceAll(/nonce="[^"]*"/g, '')
      const guest = browserOf(app.baseUrl, '')
      const weak = await guest.post(link, { name: 'Guest', password: 'short 1' })
      const page = await guest.get(link)
      const { status, headers } = await guest.post(link, { name: 'Guest', password: PASSWORD })
      answers.push([blind(page.text), weak.status, blind(weak.text), status, blind(headers.get('location')!)])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(await roleOf(known)).toBeUndefined()
  })

  it('leads a newcomer home, and a person with an account back to accept', async () => {
    const { admin, roleOf } = await teamOf('admin')
    const [guest, email] = [browserOf(app.baseUrl, ''), newEmail()]
    const posted = await guest.post(await linkOf(admin, email, 'support'), { name: 'Guest', password: PASSWORD })
    const back = new URL(posted.headers.get('location')!, app.baseUrl).searchParams.get('back')!
    expect(await signIn(guest, email, PASSWORD, back)).toMatchObject({ status: 200, path: '/dashboard' })
    const other = await teamOf('admin')
    const link = await linkOf(other.admin, email, 'finance')
    const later = await browserOf(app.baseUrl, '').post(link, { name: 'Guest', password: PASSWORD })
    expect(await follow(guest, await guest.get(joining(later)))).toMatchObject({ path: link })
    expect((await guest.post(link)).headers.get('location')).toBe('/dashboard')
    expect([await roleOf(email), await other.roleOf(email)]).toEqual(['support', 'finance'])
  })
})

const joining = ({ headers }: { headers: Headers }) =>
  new URL(headers.get('location')!, app.baseUrl).searchParams.get('back')!

describe('a person', () => {
  it('cannot invite or accept for themselves', async () => {
    const { merchantId, owner, admin, open } = await teamOf('owner', 'admin')
    const platform = await platformAdminAt(merchantId)
    for (const by of [owner, admin]) expect((await invite(by, by.email, 'viewer')).status).toBe(422)
    expect((await invite(platform, platform.email.toUpperCase(), 'owner')).status).toBe(422)
    expect(await open()).toEqual([])
    const link = await linkOf(platform, newEmail(), 'viewer')
    const own = await platform.post(link, { name: 'Puppet', password: PASSWORD })
    expect([own.status, await statusOf(link)]).toEqual([422, 200])
  })

  it('of the platform gets no place at a merchant, neither by an invitation nor by one that opens again', async () => {
    const { merchantId, owner, roleOf } = await teamOf('owner')
    const platform = await newVisitor(app, 'platform-admin', null)
    expect((await platform.post(await linkOf(owner, platform.email, 'owner'))).status).toBe(422)
    await expect(linkByOperator(platform.email, 'owner', merchantId)).rejects.toThrow('not to both')
    await app.database.sql`
      insert into memberships (person_id, merchant_id, role, status)
      values (${platform.personId}, ${merchantId}, 'owner', 'DISABLED')`
    expect((await owner.post('/dashboard/team/enable', { person_id: platform.personId })).status).toBe(422)
    expect(await roleOf(platform.email)).toBe('DISABLED')
  })

  it('of a merchant gets no place at the platform', async () => {
    const { owner } = await teamOf('owner')
    await expect(linkByOperator(owner.email, 'platform-admin', null)).rejects.toThrow('not to both')
    const email = newEmail()
    const [first, second] = [await linkByOperator(email, 'platform-admin', null), await linkOf(owner, email, 'viewer')]
    const guest = browserOf(app.baseUrl, '')
    await guest.post(second, { name: 'Guest', password: PASSWORD })
    await signIn(guest, email, PASSWORD)
    expect((await guest.post(first)).status).toBe(422)
  })

  it('gets a place on one side only by two invitations at the same moment', async () => {
    const { owner } = await teamOf('owner')
    const { personId, email } = await newPerson(app.gateway, 'viewer', app.merchant.merchantId)
    await app.database.sql`delete from memberships where person_id = ${personId}`
    const links = [await linkOf(owner, email, 'viewer'), await linkByOperator(email, 'platform-support', null)]
    const open = await Promise.all(links.map((link) => showInvitation(app.gateway, link.split('/').at(-1)!)))
    const outcomes = await Promise.allSettled(open.map((one) => acceptAsPerson(app.gateway, one!, personId)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await app.database.sql`select from memberships where person_id = ${personId}`).toHaveLength(1)
  })

  it('of the platform gives no role that moves money: by an invitation, a change or access that opens again', async () => {
    const { merchantId, owner, viewer, finance, open, roleOf } = await teamOf('owner', 'viewer', 'finance')
    const other = await newVisitor(app, 'owner', merchantId)
    for (const { personId } of [other, finance]) {
      await owner.post('/dashboard/team/disable', { person_id: personId })
    }
    const platform = await platformAdminAt(merchantId)
    const refused = async (verb: string, form: Record<string, string>) => {
      const { status, text } = await platform.post(`/dashboard/team/${verb}`, form)
      expect([status, text.includes('data-page="team"')], verb).toEqual([422, true])
    }
    for (const role of ['owner', 'admin', 'developer', 'finance', 'support']) {
      await refused('invite', { email: newEmail(), role })
      await refused('change-role', { person_id: viewer.personId, role })
    }
    for (const { personId } of [other, finance]) await refused('enable', { person_id: personId })
    const roles = await Promise.all([viewer, other, finance].map(({ email }) => roleOf(email)))
    expect([await open(), ...roles]).toEqual([[], 'viewer', 'DISABLED', 'DISABLED'])
    const { text } = await platform.get('/dashboard/team')
    expect(text).not.toMatch(/data-action="enable"|value="(?:admin|developer|finance|support)"/)
  })

  it('of the platform disables an owner and ends the sessions', async () => {
    const { merchantId, owner } = await teamOf('owner')
    const other = await newVisitor(app, 'owner', merchantId)
    const platform = await platformAdminAt(merchantId)
    await platform.post('/dashboard/team/disable', { person_id: other.personId })
    expect((await other.get('/dashboard')).status).toBe(303)
    await platform.post('/dashboard/team/end-sessions', { person_id: owner.personId })
    expect((await owner.get('/dashboard')).status).toBe(303)
  })

  it('does not get a role that its inviter may no longer give', async () => {
    const { merchantId, roleOf } = await teamOf('owner')
    const platform = await platformAdminAt(merchantId)
    const email = newEmail()
    const link = await linkOf(platform, email, 'viewer')
    await app.database.sql`update invitations set role = 'owner' where email = ${email}`
    const typed = { name: 'Guest', password: PASSWORD }
    expect((await browserOf(app.baseUrl, '').post(link, typed)).status).toBe(422)
    expect(await roleOf(email)).toBeUndefined()
    expect(await app.database.sql`select from people where email = ${email}`).toHaveLength(0)
  })

  it('of the platform gets no link that opens the account of a merchant', async () => {
    const { merchantId, owner } = await teamOf('owner')
    const platform = await platformAdminAt(merchantId)
    for (const verb of ['reset', 'remove-factors']) {
      expect((await platform.post(`/dashboard/team/${verb}`, { person_id: owner.personId })).status).toBe(422)
    }
    expect((await platform.get('/dashboard/team')).text).not.toMatch(/data-action="(?:reset|remove-factors)"/)
  })
})
