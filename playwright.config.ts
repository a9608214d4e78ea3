import { defineConfig } from '@playwright/test'
import chromium from '@sparticuz/chromium'

/** The gateway's site and a shop's in processes of their own, as in every desktop browser. */
const ISOLATION = '--site-per-process'

/** Pages are drawn without a graphics card: a simulated one takes half of all the time that these tests compute. */
const DRAWING = '--disable-gpu'

/**
 * Switches that would turn off what these tests are about, the browser's own isolation of sites, and one that starts
 * every page's process from nothing instead of as a copy of a loaded one.
 */
const UNWANTED = [
  '--disable-web-security',
  '--disable-site-isolation-trials',
  '--disable-features=',
  '--allow-running-insecure-content',
  '--single-process',
  '--no-zygote',
]

export default defineConfig({
  testDir: 'test/browser',
  testMatch: '**/*.test.ts',
  globalSetup: './test/browser/global-setup.ts',
  fullyParallel: true,
  // A shopper waits more than computes: five seconds for every fingerprint.
  workers: 4,
  // What a promise allows stands in its test; this is how long a busy machine may take.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [
    [process.env.BROWSER_REPORT ?? 'list'],
    ...(process.env.SKIPPED_TESTS_FILE ? [['./test/support/browser-skips-reporter.ts'] as const] : []),
  ],
  use: {
    launchOptions: {
      // Chromium comes with npm and unpacks itself into the temporary directory.
      executablePath: await chromium.executablePath(),
      args: [
        ...chromium.args.filter((option) => !UNWANTED.some((unwanted) => option.startsWith(unwanted))),
        ISOLATION,
        DRAWING,
      ],
    },
  },
})
