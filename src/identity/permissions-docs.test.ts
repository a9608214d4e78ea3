import { expect, it } from 'vitest'
import { PERMISSION_GROUPS, permissionSentence } from './permission-words.ts'
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
  const sentences = PERMISSION_GROUPS.map(
    ([subject, permissions]) =>
      `## ${subject}\n\n${permissions.map((one) => `- \`${one}\`: ${permissionSentence(one)}`).join('\n')}`,
  )
  return `# Roles of the dashboard

<!-- Written from src/identity/permissions.ts. -->

● may, ◐ may after [re-authentication](../reference/identity.md#people), – may not.

${[line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')}

${sentences.join('\n\n')}
`
}

it('docs/operate/dashboard-roles.md shows the table that routes, menu and buttons read', async () => {
  await expect(rolesPage()).toMatchFileSnapshot('../../docs/operate/dashboard-roles.md')
})

it('each permission has one sentence, in one subject', () => {
  const all = PERMISSION_GROUPS.flatMap(([, permissions]) => permissions)
  expect(all.toSorted()).toEqual([...PERMISSIONS].toSorted())
  for (const permission of PERMISSIONS) expect(permissionSentence(permission)).toMatch(/^[A-Z].{5,}\.$/)
  expect(new Set(PERMISSIONS.map(permissionSentence)).size).toBe(PERMISSIONS.length)
})
