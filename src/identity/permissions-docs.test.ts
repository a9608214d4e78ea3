import { expect, it } from 'vitest'
import { grantFor, PERMISSIONS, ROLES } from './permissions.ts'

const MARKS = { yes: '●', 'step-up': '◐', no: '–' } as const

/** Permissions as docs/operate/dashboard-roles.md shows them. */
function rolesPage(): string {
  const head = ['Permission', ...ROLES.map((role) => role.replace('-', ' '))]
  const rows = PERMISSIONS.map((permission) => [
    `\`${permission}\``,
    ...ROLES.map((role) => MARKS[grantFor(role, permission)]),
  ])
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return `# Roles of the dashboard

<!-- Written from src/identity/permissions.ts. -->

● may, ◐ may with a fresh proof of who asks, – may not.

${[head, head.map(() => '---'), ...rows].map(line).join('\n')}
`
}

it('docs/operate/dashboard-roles.md shows the table that routes, menu and buttons read', async () => {
  await expect(rolesPage()).toMatchFileSnapshot('../../docs/operate/dashboard-roles.md')
})
