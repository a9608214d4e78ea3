import { defineConfig } from '@playwright/test'
import chromium from '@sparticuz/chromium'

/** The gateway's site and a shop's in processes of their own, as in every desktop browser. */
const ISOLATION = '--site-per-process'

/** Switches that would turn off what these tests are about: the browser's own isolation of sites. */
const WEAKENING = [
  '--disable-web-security',
  '--disable-site-isolation-trials',
  '--disable-features=',
  '--allow-running-insecure-content',
  '--single-process',
]

export default defineConfig({
  testDir: 'test/browser',
  testMatch: '**/*.test.ts',
  globalSetup: './test/browser/global-setup.ts',
  fullyParallel: true,
  // A shopper waits more than computes: five seconds for every fingerprint.
  workers: 4,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    launchOptions: {
      // Chromium comes with npm and unpacks itself into the temporary directory.
      executablePath: await chromium.executablePath(),
      args: [...chromium.args.filter((option) => !WEAKENING.some((weak) => option.startsWith(weak))), ISOLATION],
    },
  },
})
