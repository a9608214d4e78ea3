import { text } from '#app/config/kinds.ts'
import type { CommandGroup } from '../command.ts'
import { MERCHANT, required } from '../options.ts'

const ROLE = 'role: owner, admin, developer, finance, support or viewer; platform-admin or platform-support'

/** Commands for dashboard users (docs/reference/admin.md#people). */
export const person: CommandGroup = {
  name: 'person',
  summary: 'Dashboard users: invitations, access, password resets',
  commands: [
    {
      verb: 'invite',
      summary: 'Invite a user; prints a one-time link valid for 7 days',
      method: 'POST',
      asOperator: '/admin/invitations',
      options: [
        required({ flags: '--email <email>', field: 'email', kind: text, description: 'email address' }),
        required({ flags: '--role <role>', field: 'role', kind: text, description: ROLE }),
        { ...MERCHANT, description: 'merchant ID; omit for platform roles' },
      ],
      examples: ['person invite --email ana@shop.example --role owner --merchant <merchant_id>'],
    },
    {
      verb: 'list',
      summary: 'List the users of a merchant, or the operators',
      method: 'GET',
      asOperator: '/admin/people',
      options: [{ ...MERCHANT, description: 'merchant ID (default: the operators)' }],
      examples: ['person list --merchant <merchant_id>'],
    },
    {
      verb: 'withdraw',
      summary: 'Withdraw a pending invitation',
      method: 'DELETE',
      asOperator: '/admin/invitations/{invitation_id}',
      args: ['invitation_id'],
      examples: ['person withdraw <invitation_id>'],
    },
    {
      verb: 'disable',
      summary: 'Disable a user and end all their sessions',
      method: 'POST',
      asOperator: '/admin/people/{person_id}/disable',
      args: ['person_id'],
      examples: ['person disable <person_id>'],
    },
    {
      verb: 'enable',
      summary: 'Enable a user',
      method: 'POST',
      asOperator: '/admin/people/{person_id}/enable',
      args: ['person_id'],
      examples: ['person enable <person_id>'],
    },
    {
      verb: 'reset',
      summary: 'Reset a password; prints a one-time link valid for 1 hour',
      method: 'POST',
      asOperator: '/admin/people/{person_id}/reset',
      args: ['person_id'],
      examples: ['person reset <person_id>'],
    },
    {
      verb: 'remove-factors',
      summary: "Remove a user's password, second factors and sessions; prints a reset link",
      method: 'POST',
      asOperator: '/admin/people/{person_id}/remove-factors',
      args: ['person_id'],
      examples: ['person remove-factors <person_id>'],
    },
  ],
}
