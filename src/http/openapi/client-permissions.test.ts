import { expect, it } from 'vitest'
import { routesOf } from '#app/routes.ts'
import type { Route } from '#http/route.ts'
import { CLIENT_PERMISSIONS } from '#identity/permissions.ts'

// docs/reference/client-permissions.md is written from the routes: `npx vitest run src/http/openapi -u`.

const routes = routesOf(null, null).filter(({ guard }) => guard === 'merchant')

function callsOf(permission: string): string[] {
  return routes.flatMap((route) => namesOf(route, permission))
}

function namesOf({ method, path, permission, permissionByType = {} }: Route, wanted: string): string[] {
  const call = `\`${method} ${path.replace(/:(\w+)/g, '{$1}')}\``
  const types = Object.keys(permissionByType).filter((type) => permissionByType[type] === wanted)
  return permission === wanted ? [call] : types.map((type) => `${call} with \`${type}\``)
}

function page(): string {
  const rows = CLIENT_PERMISSIONS.filter((permission) => callsOf(permission).length > 0).map(
    (permission) => `| \`${permission}\` | ${callsOf(permission).join(', ')} |`,
  )
  return `# Permissions of API clients

<!-- Written by src/http/openapi/client-permissions.test.ts from the routes. -->

Calls that each permission of an [API client](clients.md) allows.

| Permission | Calls |
|---|---|
${rows.join('\n')}
`
}

it('docs/reference/client-permissions.md lists every call of the merchant’s API', async () => {
  await expect(page()).toMatchFileSnapshot('../../../docs/reference/client-permissions.md')
})
