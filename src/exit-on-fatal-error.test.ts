import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const PROGRAM = `
import { createLog } from '${join(import.meta.dirname, 'log.ts')}'
import { exitOnFatalError } from '${join(import.meta.dirname, 'exit-on-fatal-error.ts')}'
exitOnFatalError(createLog('info', 'supervisor'))
setTimeout(() => undefined, 60_000)
`
const options = ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '--eval']

it.each([
  ['an exception', `setImmediate(() => { throw new Error('broken') })`],
  ['a rejected promise', `void Promise.reject(new Error('broken'))`],
])('%s that is not caught becomes one JSON line, and the process exits', async (_, fault) => {
  const failed = promisify(execFile)(process.execPath, [...options, PROGRAM + fault])
  const { code, stdout, stderr } = await failed.catch((error) => error)
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  const line = { level: 'fatal', process: 'supervisor', err: { message: 'broken', stack: expect.any(String) } }
  expect(JSON.parse(stdout)).toMatchObject(line)
})
