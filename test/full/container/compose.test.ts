// @module-tag full
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SETTINGS } from '#app/config/settings.ts'
import { canReadCompose, readCompose } from '#test/compose.ts'

// The compose files (docs/operate/containers.md), read by the library of docker compose.

const ENV = `MASTER_KEY=key\nPOSTGRES_PASSWORD=secret\nGATEWAY_PASSWORD='p@ss/w'\nBASE_URL=https://pay.example.com
THREE_DS_SERVER=3dsecure-io\nTHREE_DS_API_KEY_FILE=/run/secrets/3ds-key\nREALM=production\n`

describe.skipIf(!canReadCompose)('compose', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollgate-compose-'))
    await cp('deploy/compose', join(folder, 'deploy/compose'), { recursive: true })
  })
  afterAll(() => rm(folder, { recursive: true }))

  const read = (name: string, env?: Record<string, string>) => readCompose(join(folder, 'deploy/compose', name), env)

  it.each(['POSTGRES_PASSWORD', 'GATEWAY_PASSWORD', 'MASTER_KEY', 'BASE_URL'])(
    'compose.yml asks for %s',
    { timeout: 600_000 },
    async (name) => {
      const needed = { POSTGRES_PASSWORD: 'a', GATEWAY_PASSWORD: 'd', MASTER_KEY: 'b', BASE_URL: 'https://c' }
      await expect(read('compose.yml', { ...needed, [name]: '' })).rejects.toThrow(`set ${name}`)
      const { services } = await read('compose.yml', needed)
      expect(Object.keys(services).sort()).toEqual(['api', 'migrate', 'postgres', 'roles', 'worker'])
    },
  )

  it('compose.yml takes the master key from a file of the folder of secrets', async () => {
    const needed = { POSTGRES_PASSWORD: 'a', GATEWAY_PASSWORD: 'd', BASE_URL: 'https://c' }
    const env = Object.entries({ ...needed, MASTER_KEY_FILE: '/run/secrets/master-key' }).map((pair) => pair.join('='))
    await writeFile(join(folder, 'deploy/compose/.env'), env.join('\n'))
    const { services } = await read('compose.yml')
    await rm(join(folder, 'deploy/compose/.env'))
    for (const role of ['api', 'worker'])
      expect(services[role]!.environment).toMatchObject({ MASTER_KEY: '', MASTER_KEY_FILE: '/run/secrets/master-key' })
  })

  it('compose.yml hands every setting of .env, and the folder of secrets, to both roles', async () => {
    await writeFile(join(folder, 'deploy/compose/.env'), ENV)
    const { services } = await read('compose.yml')
    await rm(join(folder, 'deploy/compose/.env'))
    for (const role of ['api', 'worker']) {
      expect(services[role]!.environment).toMatchObject({
        PROCESSES: role,
        MASTER_KEY: 'key',
        DATABASE_URL: 'postgres://tollgate_gateway@postgres/tollgate',
        PGPASSWORD: 'p@ss/w',
        THREE_DS_SERVER: '3dsecure-io',
        THREE_DS_API_KEY_FILE: '/run/secrets/3ds-key',
      })
      const secrets = { source: join(folder, 'deploy/compose/secrets'), target: '/run/secrets', read_only: true }
      expect(services[role]!.volumes).toEqual([expect.objectContaining(secrets)])
    }
  })

  it('compose.demo.yml needs nothing, sets only settings, and is open to this machine only', async () => {
    const { services } = await read('compose.demo.yml')
    const names = Object.values(SETTINGS).map(({ name }) => name)
    const { environment, ports } = services.gateway!
    expect(Object.keys(environment).filter((name) => !names.includes(name))).toEqual([])
    expect(ports!.map(({ host_ip, published, target }) => [host_ip, published, target])).toEqual([
      ['127.0.0.1', '3000', 3000],
      ['127.0.0.1', '3001', 3001],
    ])
    // Only then every private address may have the demo credentials.
    expect(environment.DEMO_CALLERS).toBe('private')
  })
})
