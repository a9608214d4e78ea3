import { type TSchema, Type } from 'typebox'
import { MERCHANT_ROLES } from '#identity/people/team-rules.ts'
import { ROLES } from '#identity/permissions.ts'
import { Instant, nullable } from './types.ts'
import { listOf, wire } from './wire.ts'

const description = 'Role of the user: docs/operate/dashboard.md.'
const RoleName = Type.Enum([...ROLES], { description })

/** Users of a team and its pending invitations. */
export const TeamRecord = teamWith(RoleName)

export const OwnTeamRecord = teamWith(Type.Enum([...MERCHANT_ROLES], { description }))

function teamWith(roleName: TSchema) {
  const role = Type.Unsafe<string>(roleName)
  const member = wire(null, {
    person_id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    role,
    status: Type.Enum(['ACTIVE', 'DISABLED']),
    second_factor: Type.Boolean(),
    last_sign_in_at: nullable(Instant),
    reviewed_at: nullable(Instant),
    created_at: Instant,
  }).named({ second_factor: 'hasSecondFactor' })
  const invitation = wire(null, {
    invitation_id: Type.String(),
    email: Type.String(),
    role,
    ends_at: Instant,
    created_at: Instant,
  }).named()
  return wire(null, {
    people: listOf(member),
    invitations: listOf(invitation, { description: 'Pending invitations.' }),
  }).named({ people: 'members' })
}

export const PeopleQuery = Type.Object({
  merchant_id: Type.Optional(Type.String({ description: 'Team of this merchant. Default: the operators.' })),
})

export const InvitationBody = Type.Object({
  email: Type.String({ format: 'email', maxLength: 254 }),
  role: RoleName,
  merchant_id: Type.Optional(nullable(Type.String({ description: 'Omit for platform roles.' }))),
})

export const OneTimeLink = Type.Object({
  link: Type.String({ description: 'One-time link. You will not see it again; send it to the person yourself.' }),
})

export const InvitationParams = Type.Object({ id: Type.String({ description: 'Invitation id.' }) })

export const PersonParams = Type.Object({ id: Type.String({ description: 'Person id.' }) })
