import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { buildSync } from 'esbuild'
import type { Site } from '../../support/browser-site.ts'
import { expect, test } from '../../support/browser-test.ts'
import type { Demo } from '../../support/gateway-process.ts'

// @tollgate/embedded-fields in a shop's bundle, on a page with a strict policy.

const LOADER = `export { loadTollgate } from '@tollgate/embedded-fields'`
const GUIDE = programOf('embedded-fields/README.md', 'ts')
const RECIPE = programOf('docs/integrate/embedded-fields.md', 'tsx')

/** Shows the component, or nothing. */
const SHOW = `
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
const root = createRoot(document.querySelector('#root'))
export const show = (props) => root.render(<StrictMode>{props && <Checkout {...props} />}</StrictMode>)`

/** A session whose fields come and go, with another listener each time they are rendered. */
const OPEN_SESSION = `
import { useFields, useTollgate } from '@tollgate/embedded-fields/react'
function Checkout({ label, hasHolderName, ...options }) {
  const { core } = useTollgate({ ...options, environment: 'test' })
  return label && <Card core={core} label={label} hasHolderName={hasHolderName} />
}
function Card({ core, label, hasHolderName }) {
  const listeners = { onChange: () => { window.heardBy = label } }
  const card = useFields(core, 'card', { data: {}, customerConfig: { hasHolderName }, componentListeners: listeners })
  return <div ref={card.ref} />
}`

/** Folders of the versions of React; the builds for development mount everything twice in StrictMode. */
const REACTS = { 18: 'embedded-fields/node_modules', 19: 'node_modules' }

function programOf(document: string, language: string): string {
  return new RegExp(`\`\`\`${language}\n(import [\\s\\S]+?)\`\`\``).exec(readFileSync(document, 'utf8'))![1]!
}

function bundle(contents: string, modules = REACTS[19]): string {
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: '.', loader: 'tsx' },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'shop',
    jsx: 'automatic',
    conditions: ['tollgate-source'],
    alias: { react: resolve(modules, 'react'), 'react-dom': resolve(modules, 'react-dom') },
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  return outputFiles[0]!.text
}

const PAGE = { sources: '', policies: 'tollgate', body: '<div id="root"></div>' }

interface ShopPage {
  readonly page: Page
  readonly site: Site
  readonly demo: Demo
}

/** Opens a page that allows its own script by a nonce, and the gateway's by its address. */
async function open({ page, site, demo }: ShopPage, script: string, differs: Partial<typeof PAGE> = {}) {
  const { sources, policies, body } = { ...PAGE, sources: demo.base_url, ...differs }
  const policy = `default-src 'none'; script-src 'nonce-mine' ${sources}; frame-src ${demo.base_url}; style-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types ${policies}`
  await page.goto(
    site.show(`${body}<script nonce="mine">${script}</script>`, site.origin, { 'content-security-policy': policy }),
  )
}

/** Loads the gateway's script in the page. @returns 'loaded', or the code of the error */
function load(page: Page, options: object): Promise<string> {
  return page.evaluate(
    `shop.loadTollgate(${JSON.stringify(options)}).then((found) => found === window.PaymentComponent && 'loaded', (error) => error.code)`,
  )
}

const scriptsOf = (page: Page, demo: Demo) => page.locator(`script[src^="${demo.base_url}/"]`)

const frames = (page: Page) => page.locator('iframe')
const fields = (page: Page) => page.frameLocator('embedded-fields-card iframe')

async function pay(page: Page): Promise<void> {
  const card = { number: '4111111111111111', expiry: '1239', cvc: '123' }
  for (const [name, text] of Object.entries(card))
    await fields(page).locator(`[name="${name}"]`).pressSequentially(text)
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('status')).toHaveText('APPROVED')
}

test('the program of the package’s guide pays on the strictest page', async ({ page, site, demo, merchant }) => {
  const body = '<form><div id="card"></div><button>Pay</button><output></output></form>'
  await open({ page, site, demo }, bundle(GUIDE), { body })
  const values = [demo.base_url, demo.merchant.client_key, await merchant.createSession()]
  await page.evaluate(`shop.showFields(...${JSON.stringify(values)})`)
  await pay(page)
  await expect(frames(page)).toHaveCount(2)
})

test('one script for each URL is loaded on the strictest page', async ({ page, site, demo }) => {
  await open({ page, site, demo }, bundle(LOADER))
  const options = JSON.stringify({ baseUrl: demo.base_url })
  expect(await page.evaluate(`shop.loadTollgate(${options}) === shop.loadTollgate(${options})`)).toBe(true)
  expect(await load(page, { baseUrl: `${demo.base_url}/` })).toBe('loaded')
  await expect(scriptsOf(page, demo)).toHaveCount(1)
})

test.describe('a page that blocks a load', () => {
  test.use({ expectedNoise: /integrity|Content Security Policy|TrustedTypePolicy/ })

  test('reports another digest, and loads the pinned version with its own', async ({ page, site, demo }) => {
    await open({ page, site, demo }, bundle(LOADER))
    const answer = await fetch(`${demo.base_url}/embedded-fields/inventory.json`)
    const { version, scripts } = (await answer.json()) as { version: string; scripts: { integrity: string }[] }
    const pinned = { baseUrl: demo.base_url, version }
    expect(await load(page, { ...pinned, integrity: `sha384-${'A'.repeat(64)}` })).toBe('network_error')
    await expect(scriptsOf(page, demo)).toHaveCount(0)
    expect(await load(page, { ...pinned, integrity: scripts[0]!.integrity })).toBe('loaded')
    await expect(scriptsOf(page, demo)).toHaveAttribute('src', `${demo.base_url}/embedded-fields/${version}.js`)
  })

  test('needs the nonce if it names scripts by nonce alone', async ({ page, site, demo }) => {
    await open({ page, site, demo }, bundle(LOADER), { sources: '' })
    expect(await load(page, { baseUrl: demo.base_url })).toBe('network_error')
    expect(await load(page, { baseUrl: demo.base_url, nonce: 'mine' })).toBe('loaded')
  })

  test('reports a policy of Trusted Types that it does not allow', async ({ page, site, demo }) => {
    await open({ page, site, demo }, bundle(LOADER), { policies: "'none'" })
    expect(await load(page, { baseUrl: demo.base_url })).toBe('network_error')
    await expect(scriptsOf(page, demo)).toHaveCount(0)
  })
})

for (const [version, modules] of Object.entries(REACTS)) {
  test.describe(`a checkout of React ${version} in StrictMode`, () => {
    const it = test.extend<{ checkout: string; show: (props: object | null) => Promise<void>; props: object }>({
      checkout: [RECIPE, { option: true }],
      props: async ({ demo, merchant }, use) => {
        const { client_key: clientKey } = demo.merchant
        await use({ baseUrl: demo.base_url, clientKey, sessionId: await merchant.createSession() })
      },
      show: async ({ page, site, demo, checkout }, use) => {
        await open({ page, site, demo }, bundle(checkout + SHOW, modules))
        await page.evaluate(`(() => {
          window.most = { fields: 0, frames: 0 }
          const count = () => {
            most.fields = Math.max(most.fields, document.querySelectorAll('embedded-fields-card').length)
            most.frames = Math.max(most.frames, document.querySelectorAll('iframe').length)
          }
          new MutationObserver(count).observe(document, { childList: true, subtree: true })
        })()`)
        await use((props) => page.evaluate(`shop.show(${JSON.stringify(props)})`))
      },
    })

    it('pays after its fields were removed and shown six times, with two frames at most', async ({
      page,
      show,
      props,
    }) => {
      for (let round = 0; round < 6; round += 1) {
        await show(props)
        await expect(fields(page).locator('[name="number"]')).toBeVisible()
        await show(null)
        await expect(frames(page)).toHaveCount(0)
      }
      await show(props)
      await pay(page)
      expect(await page.evaluate('most')).toEqual({ fields: 1, frames: 2 })
    })

    it('opens another session in new fields', async ({ page, show, props, merchant }) => {
      await show(props)
      const number = fields(page).locator('[name="number"]')
      await number.pressSequentially('4111')
      await show({ ...props, sessionId: await merchant.createSession() })
      await expect(number).toHaveValue('')
      await expect(frames(page)).toHaveCount(2)
    })

    it.describe('with fields that come and go', () => {
      it.use({ checkout: OPEN_SESSION })

      it('removes and replaces the fields of an open session', async ({ page, show, props }) => {
        for (let round = 0; round < 3; round += 1) {
          await show({ ...props, label: 'shown' })
          await expect(fields(page).locator('[name="number"]')).toBeVisible()
          await show({ ...props, label: 'shown', hasHolderName: true })
          await expect(fields(page).locator('[name="name"]')).toBeVisible()
          await show(props)
          await expect(frames(page)).toHaveCount(1)
        }
        expect(await page.evaluate('most')).toEqual({ fields: 1, frames: 2 })
      })

      it('calls the last listener and keeps what was entered', async ({ page, show, props }) => {
        const number = fields(page).locator('[name="number"]')
        for (const label of ['first', 'second']) {
          await show({ ...props, label })
          await number.pressSequentially('41')
          await expect.poll(() => page.evaluate('window.heardBy')).toBe(label)
        }
        await expect(number).toHaveValue('4141')
      })
    })

    it('leaves no frame if it is removed while its session opens', async ({ page, show, props }) => {
      for (let round = 0; round < 5; round += 1) {
        await show(props)
        await page.waitForFunction(() => 'PaymentComponent' in globalThis)
        await show(null)
      }
      await show(props)
      await expect(frames(page)).toHaveCount(2)
      await show(null)
      await expect(frames(page)).toHaveCount(0)
    })

    it('shows why a session does not open', async ({ page, show, props }) => {
      await show({ ...props, sessionId: 'ses_unknown' })
      await expect(page.getByRole('status')).not.toBeEmpty()
      await expect(frames(page)).toHaveCount(0)
    })
  })
}
