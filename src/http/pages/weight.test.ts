import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { PAGE_METHODS } from '#domain/payment-methods.ts'
import type { Session } from '#domain/session.ts'
import { type AssetFile, assetOf, findAsset, frameTextsPath, integrityOf } from '#html/assets.ts'
import { FONT } from '#html/bundle.ts'
import { LOCALES } from '#web/shared/locales.ts'
import { shopScript } from './embedded/script.ts'
import { paymentPage } from './hosted/payment-page.ts'
import { scriptInventory } from './script-inventory.ts'

const BASE_URL = 'https://pay.example.com'
const kilobytes = (text: string) => gzipSync(text, { level: 9 }).length / 1024

/** All that a shopper's browser loads to type a card and to answer a bank, but for the texts of its language. */
const FRAME: readonly AssetFile[] = [
  'card-frame/main.ts',
  'card-frame/card-frame.css',
  'challenge-window/main.ts',
  'challenge-window/challenge-window.css',
]

test('the script in the shop’s page weighs at most 6 kB', () => {
  expect(kilobytes(shopScript('embedded-fields', BASE_URL).content)).toBeLessThan(6)
})

test.each(LOCALES)('the card frame with all that it loads in %s weighs at most 20 kB', (locale) => {
  const texts = kilobytes(findAsset(frameTextsPath(locale))!.content)
  expect(FRAME.reduce((sum, file) => sum + kilobytes(assetOf(file).content), texts)).toBeLessThan(20)
})

test('no script has the texts of a language', () => {
  for (const file of [...FRAME, 'hosted-page/main.ts' as const])
    expect(assetOf(file).content).not.toContain('card number')
})

test('the hosted page with all methods, its typeface, script and styles weighs at most 45 kB', () => {
  const customer = { firstName: null, lastName: null, email: null, country: null }
  const session = { sessionId: 'ses_1', amount: 1250n, currency: 'EUR', customer, country: null, saveCard: 'ask' }
  const methods = PAGE_METHODS.filter((method) => method !== 'saved_card')
  const { html } = paymentPage({
    state: { session: session as unknown as Session, payments: [], isCanceled: false, isExpired: false },
    offer: {
      merchantName: 'Larkspur',
      timeZone: 'UTC',
      methods,
      offered: methods,
      networks: null,
      savedCards: [],
      cvcRequired: false,
      terms: null,
    },
    appearance: { displayName: null, accentColor: null, logoDigest: null },
    isTest: true,
    locale: 'en-US',
  })
  const files = (['theme.css', 'hosted-page/hosted-page.css', 'hosted-page/main.ts'] as const).map(assetOf)
  const texts = [html, ...files.map(({ content }) => content)]
  expect(texts.reduce((sum, text) => sum + kilobytes(text), FONT.bytes.length / 1024)).toBeLessThan(45)
})

test('the dashboard’s script weighs at most 5 kB, its styles with the theme at most 8 kB', () => {
  expect(kilobytes(assetOf('dashboard/main.ts').content)).toBeLessThan(5)
  const styles: readonly AssetFile[] = ['theme.css', 'dashboard/dashboard.css']
  expect(styles.reduce((sum, file) => sum + kilobytes(assetOf(file).content), 0)).toBeLessThan(8)
})

test('a link of the dashboard waits for no transition, which takes seconds where there is no graphics processor', () => {
  expect(assetOf('dashboard/dashboard.css').content).not.toContain('view-transition')
})

test('no script of the gateway parses markup, evaluates text, or posts to all origins', () => {
  const ours = [...FRAME, 'dashboard/main.ts' as const].map((file) => assetOf(file).content)
  const everything = [shopScript('embedded-fields', BASE_URL).content, ...ours]
  for (const content of everything) {
    expect(content).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/)
    expect(content).not.toMatch(/postMessage\([^)]*['"]\*['"]/)
  }
})

test('a script for shops does nothing on a server', () => {
  const { content } = shopScript('embedded-fields', BASE_URL)
  expect(() => new Function(content)()).not.toThrow()
})

test('the inventory names every script of a page that takes cards, with the digest it is served with', () => {
  const { version, scripts } = scriptInventory(BASE_URL)
  const { content } = shopScript('embedded-fields', BASE_URL)
  expect(scripts[0]).toMatchObject({
    url: `${BASE_URL}/embedded-fields/${version}.js`,
    integrity: integrityOf(content),
  })
  for (const file of FRAME.filter((name) => name.endsWith('.ts'))) {
    expect(scripts).toContainEqual(expect.objectContaining({ integrity: assetOf(file).integrity }))
  }
})
