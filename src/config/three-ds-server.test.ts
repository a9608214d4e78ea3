import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createPrivateAuthority } from '#test/private-authority.ts'
import { dataDir, mistakesOf, PRODUCTION, readTestConfig } from '#test/read-test-config.ts'

describe('the 3-D Secure server', () => {
  const HOSTED = { THREE_DS_SERVER: '3dsecure-io', THREE_DS_API_KEY: '1bde2d3e-7f44-46df-adfd-1db8f3f75783' }
  const SANDBOX = 'https://service.sandbox.3dsecure.io'
  const LIVE = 'https://service.3dsecure.io'
  const placeOf = (env: Record<string, string>) => readTestConfig(env).threeDsPlace

  test('is simulated in uat and missing in production unless one is named', () => {
    expect(placeOf({})).toBeUndefined()
    expect(placeOf({ THREE_DS_SERVER: 'simulator' })).toBeUndefined()
    expect(placeOf(PRODUCTION)).toBeUndefined()
  })

  test("is the sandbox's in uat and the live one in production", () => {
    expect(placeOf(HOSTED)).toMatchObject({ address: SANDBOX, ca: undefined })
    expect(placeOf({ ...PRODUCTION, ...HOSTED })).toMatchObject({ address: LIVE, ca: undefined })
  })

  test('may be a sandbox in uat', () => {
    const address = 'https://localhost:8443'
    expect(placeOf({ ...HOSTED, THREE_DS_SANDBOX_URL: `${address}/` })).toMatchObject({ address })
  })

  test.each([
    ['the simulator', { THREE_DS_SERVER: 'simulator' }, 'THREE_DS_SERVER'],
    ['the sandbox', { ...HOSTED, THREE_DS_SANDBOX_URL: SANDBOX }, 'THREE_DS_SANDBOX_URL'],
    ['any other address', { ...HOSTED, THREE_DS_SANDBOX_URL: 'https://3ds.example' }, 'THREE_DS_SANDBOX_URL'],
  ])('in production is not %s', (_what, env, name) => {
    expect(mistakesOf({ ...PRODUCTION, ...env })).toEqual([expect.stringMatching(`^${name} must .* in production`)])
  })

  test.each([LIVE, `${LIVE}/`, `${LIVE}:443`, 'https://SERVICE.3dsecure.io', 'http://localhost:8443', `${SANDBOX}/v2`])(
    'in uat is not %s',
    (address) => {
      const mistakes = mistakesOf({ ...HOSTED, THREE_DS_SANDBOX_URL: address })
      expect(mistakes).toEqual([expect.stringMatching('^THREE_DS_SANDBOX_URL must be ')])
    },
  )

  test('needs a key, from the environment or from a file', () => {
    const { THREE_DS_API_KEY: key, ...keyless } = HOSTED
    expect(mistakesOf(keyless)).toEqual([expect.stringContaining('THREE_DS_API_KEY_FILE must be set')])
    const file = join(dataDir, 'three-ds-key')
    writeFileSync(file, `${key}\n`)
    expect(placeOf({ ...keyless, THREE_DS_API_KEY_FILE: file })?.apiKey.reveal()).toBe(key)
    expect(mistakesOf({ ...HOSTED, THREE_DS_API_KEY_FILE: file })).toEqual([expect.stringContaining('both')])
    expect(mistakesOf({ ...keyless, THREE_DS_API_KEY_FILE: 'nowhere' })).toEqual([
      'THREE_DS_API_KEY_FILE must name a readable file (ENOENT).',
    ])
  })

  test('has a key that is never printed', () => {
    expect(mistakesOf({ ...HOSTED, THREE_DS_API_KEY: 'with a blank' })).toEqual([
      expect.not.stringContaining('with a blank'),
    ])
    expect(JSON.stringify(readTestConfig(HOSTED))).not.toContain(HOSTED.THREE_DS_API_KEY)
  })

  test('is trusted by an authority of its own only where that is one', () => {
    const { ca, cert } = createPrivateAuthority()
    const file = (name: string, pem: string) => {
      writeFileSync(join(dataDir, name), pem)
      return join(dataDir, name)
    }
    expect(placeOf({ ...HOSTED, THREE_DS_SANDBOX_CA: file('ca.pem', ca) })).toMatchObject({ ca })
    for (const wrong of [file('cert.pem', cert), file('no.pem', 'x'), 'nowhere.pem'])
      expect(mistakesOf({ ...HOSTED, THREE_DS_SANDBOX_CA: wrong })).toEqual([
        expect.stringMatching('^THREE_DS_SANDBOX_CA must be '),
      ])
  })
})
