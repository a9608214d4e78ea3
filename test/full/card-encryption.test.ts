// @module-tag full
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'

// The programs of docs/integrate/card-encryption.md, as they stand there.

const run = promisify(execFile)

interface Language {
  /** Of its block on the page. */
  readonly fence: string
  readonly file: string
  readonly command: readonly string[]
  /** Ends with 0 where the machine can run the program. */
  readonly isThere: readonly string[]
}

/** Path of a system's package of phpseclib; a project's own is in its vendor folder. */
const PHPSECLIB = 'phpseclib3/autoload.php'

const LANGUAGES: Readonly<Record<string, Language>> = {
  Node: { fence: 'js', file: 'encrypt-field.mjs', command: ['node'], isThere: ['node', '--version'] },
  Python: {
    fence: 'python',
    file: 'encrypt_field.py',
    command: ['python3'],
    isThere: ['python3', '-c', 'import cryptography'],
  },
  Java: { fence: 'java', file: 'EncryptField.java', command: ['java'], isThere: ['java', '-version'] },
  Go: { fence: 'go', file: 'main.go', command: ['go', 'run'], isThere: ['go', 'version'] },
  PHP: {
    fence: 'php',
    file: 'encrypt-field.php',
    command: ['php'],
    isThere: ['php', '-r', `require '${PHPSECLIB}';`],
  },
  Ruby: { fence: 'ruby', file: 'encrypt-field.rb', command: ['ruby'], isThere: ['ruby', '-e', 'require "openssl"'] },
}

let app: RunningGateway
let folder: string
let page: string
beforeAll(async () => {
  app = await useGateway()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-encryption-'))
  page = await readFile('docs/integrate/card-encryption.md', 'utf8')
  await writeFile(join(folder, 'key.pem'), app.merchant.publicKey)
  await mkdir(join(folder, 'vendor'))
  await writeFile(join(folder, 'vendor/autoload.php'), `<?php require '${PHPSECLIB}';`)
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await app.close()
})

it('the page has one program for each language', () => {
  const fences = [...page.matchAll(/^```(\w+)$/gm)].map(([, fence]) => fence)
  expect(fences).toEqual(Object.values(LANGUAGES).map(({ fence }) => fence))
})

it.for(Object.entries(LANGUAGES))('the program in %s encrypts a card that pays', async ([name, language], { skip }) => {
  const { fence, file, command, isThere } = language
  const [program, ...args] = isThere as [string, ...string[]]
  skip(
    spawnSync(program, args).status !== 0,
    `This machine has no ${name} that runs it; .ci/install brings all but Go.`,
  )
  const [, code] = new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\`$`, 'ms').exec(page)!
  await writeFile(join(folder, file), code!)
  const encrypt = async (text: string) => {
    const [runner, ...options] = command as [string, ...string[]]
    const { stdout } = await run(runner, [...options, file, 'key.pem', text], { cwd: folder })
    return stdout.trim()
  }
  const data = {
    encrypted_card_number: await encrypt('4111111111111111'),
    encrypted_cvv: await encrypt('123'),
    encrypted_expiration_month: await encrypt('12'),
    encrypted_expiration_year: await encrypt('2040'),
  }
  const { status, body } = await app.merchant.authorize({ payment_method: { type: 'card', data } })
  expect([status, body.errors]).toEqual([200, undefined])
  expect(body.result).toMatchObject({ status: 'APPROVED', payment_method: { masked: '411111******1111' } })
})
