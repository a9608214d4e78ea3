import { Type } from 'typebox'
import { ROLES } from '#identity/permissions.ts'
import { nullable } from './types.ts'

const At = Type.String({ format: 'date-time' })
const RoleName = Type.Enum([...ROLES], { description: 'Role of the user: docs/operate/dashboard.md.' })

const MemberAnswer = Type.Object({
  person_id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: RoleName,
  status: Type.Enum(['ACTIVE', 'DISABLED']),
  second_factor: Type.Boolean(),
  last_sign_in_at: nullable(At),
  reviewed_at: nullable(At),
  created_at: At,
})

const InvitationAnswer = Type.Object({
  invitation_id: Type.String(),
  email: Type.String(),
  role: RoleName,
  ends_at: At,
  created_at: At,
})

export const TeamAnswer = Type.Object({
  people: Type.Array(MemberAnswer),
  invitations: Type.Array(InvitationAnswer, { description: 'Pending invitations.' }),
})

export const PeopleQuery = Type.Object({
  merchant_id: Type.Optional(Type.String({ description: 'Team of this merchant. Default: the operators.' })),
})

export const InviteBody = Type.Object({
  email: Type.String({ format: 'email', maxLength: 254 }),
  role: RoleName,
  merchant_id: Type.Optional(nullable(Type.String({ description: 'Omit for platform roles.' }))),
})

export const LinkAnswer = Type.Object({
  link: Type.String({ description: 'One-time link. You will not see it again; send it to the person yourself.' }),
})

export const InvitationParams = Type.Object({ id: Type.String({ description: 'Invitation id.' }) })

export const PersonParams = Type.Object({ id: Type.String({ description: 'Person id.' }) })
