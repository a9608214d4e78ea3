import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { expect, test } from 'vitest'

const run = promisify(execFile)

/** Runs a module in a new process, with the React that the package has. @returns what it prints, as JSON */
async function runModule(source: string): Promise<unknown> {
  const args = ['--conditions=tollgate-source', '--input-type=module', '--eval', source]
  return JSON.parse((await run(process.execPath, args, { cwd: 'embedded-fields' })).stdout)
}

test('the loader has at most 600 bytes, minified and compressed', () => {
  const { outputFiles } = buildSync({
    entryPoints: ['embedded-fields/index.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  })
  expect(gzipSync(outputFiles[0]!.contents).length).toBeLessThanOrEqual(600)
})

test.each(['', '/react'])('importing @tollgate/embedded-fields%s on a server touches no global', async (entry) => {
  const touched = await runModule(`
    const before = Object.getOwnPropertyNames(globalThis)
    const touched = []
    for (const name of ['window', 'document', 'self', 'navigator', 'trustedTypes'])
      Object.defineProperty(globalThis, name, { configurable: true, get: () => { touched.push(name) } })
    await import('@tollgate/embedded-fields${entry}')
    for (const name of Object.getOwnPropertyNames(globalThis))
      if (!before.includes(name) && !['window', 'document', 'self', 'trustedTypes'].includes(name)) touched.push(name)
    console.log(JSON.stringify(touched))`)
  expect(touched).toEqual([])
})

test('on a server there is no PaymentComponent, and hooks render nothing of it', async () => {
  const shown = await runModule(`
    import { createElement } from 'react'
    import { renderToString } from 'react-dom/server'
    import { loadTollgate } from '@tollgate/embedded-fields'
    import { useFields, useTollgate } from '@tollgate/embedded-fields/react'
    const options = { baseUrl: 'https://pay.example', clientKey: 'key', sessionId: 'ses_1', environment: 'test' }
    function Checkout() {
      const { core, error } = useTollgate(options)
      const { ref, component } = useFields(core, 'card')
      return createElement('div', { ref }, String([core, error, component]))
    }
    console.log(JSON.stringify([await loadTollgate(options), renderToString(createElement(Checkout))]))`)
  expect(shown).toEqual([null, '<div>,,</div>'])
})
