import { text } from '#app/config/kinds.ts'
import type { Noun } from '../command.ts'
import { MERCHANT, required } from '../options.ts'

const ROLE = 'owner, admin, developer, finance, support or viewer; platform-admin or platform-support'

/** Who signs in to the dashboard (docs/reference/admin.md#people). */
export const person: Noun = {
  name: 'person',
  summary: 'Who signs in to the dashboard: invitations, access, new passwords',
  commands: [
    {
      verb: 'invite',
      summary: 'Invite somebody; prints a link that works once, within seven days',
      method: 'POST',
      asOperator: '/admin/invitations',
      options: [
        required({ flags: '--email <email>', field: 'email', kind: text, why: 'whom' }),
        required({ flags: '--role <role>', field: 'role', kind: text, why: ROLE }),
        { ...MERCHANT, why: 'whose team; none for a role of the platform' },
      ],
      examples: ['person invite --email ana@shop.example --role owner --merchant <merchant_id>'],
    },
    {
      verb: 'list',
      summary: 'List the people of a merchant, or without one those who run the gateway',
      method: 'GET',
      asOperator: '/admin/people',
      options: [{ ...MERCHANT, why: 'whose team; without it those who run the gateway' }],
      examples: ['person list --merchant <merchant_id>'],
    },
    {
      verb: 'withdraw',
      summary: 'Withdraw an open invitation; its link works no more',
      method: 'DELETE',
      asOperator: '/admin/invitations/{invitation_id}',
      args: ['invitation_id'],
      examples: ['person withdraw <invitation_id>'],
    },
    {
      verb: 'disable',
      summary: 'End the access of somebody and all their sessions, at once',
      method: 'POST',
      asOperator: '/admin/people/{person_id}/disable',
      args: ['person_id'],
      examples: ['person disable <person_id>'],
    },
    {
      verb: 'enable',
      summary: 'Open the access of somebody again',
      method: 'POST',
      asOperator: '/admin/people/{person_id}/enable',
      args: ['person_id'],
      examples: ['person enable <person_id>'],
    },
    {
      verb: 'reset',
      summary: 'Start a new password for somebody; prints a link that works once, within an hour',
      method: 'POST',
      asOperator: '/admin/people/{person_id}/reset',
      args: ['person_id'],
      examples: ['person reset <person_id>'],
    },
    {
      verb: 'remove-factors',
      summary:
        'Remove all second factors of somebody who lost them, with password and sessions; prints a link as reset does',
      method: 'POST',
      asOperator: '/admin/people/{person_id}/remove-factors',
      args: ['person_id'],
      examples: ['person remove-factors <person_id>'],
    },
  ],
}
