import { expect, it } from 'vitest'
import { grantFor, PERMISSIONS, type Permission, ROLES } from './permissions.ts'

const MARKS = { yes: '●', 'step-up': '◐', no: '–' } as const

/** Permissions as docs/operate/dashboard-roles.md shows them; those of the same roles share a row. */
function rolesPage(): string {
  const head = ['Permissions', ...ROLES.map((role) => role.replace('-', ' '))]
  const marksOf = (permission: Permission) => ROLES.map((role) => MARKS[grantFor(role, permission)]).join(' | ')
  const rows = [...Map.groupBy(PERMISSIONS, marksOf)].map(([marks, permissions]) => [
    `\`${permissions.join('` `')}\``,
    marks,
  ])
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return `# Roles of the dashboard

<!-- Written from src/identity/permissions.ts. -->

● may, ◐ may after [re-authentication](../reference/identity.md#people), – may not.

${[line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')}
`
}

it('docs/operate/dashboard-roles.md shows the table that routes, menu and buttons read', async () => {
  await expect(rolesPage()).toMatchFileSnapshot('../../docs/operate/dashboard-roles.md')
})
