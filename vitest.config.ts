import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { FileOrder } from './test/support/file-order.ts'

// Tests start many processes of the same modules: what one has compiled, the next need not compile again.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

export default defineConfig({
  test: {
    globalSetup: 'test/support/postgres.ts',
    setupFiles: 'test/support/property-seed.ts',
    reporters: process.env.SKIPPED_TESTS_FILE ? ['default', './test/support/skips-reporter.ts'] : ['default'],
    // Most of these tests wait for a gateway rather than compute, so more of them than cores run at a time;
    // but each of these processes loads every module, and keeps a gateway.
    maxWorkers: 4,
    sequence: { sequencer: FileOrder },
    execArgv: [
      // The shop imports the client by its package's name, and tests its sources.
      '--conditions=tollgate-source',
      // Collecting garbage in a young heap took a tenth of all that the tests compute.
      '--initial-old-space-size=256',
      '--max-semi-space-size=32',
    ],
    // Modules are loaded by Node itself, as `npm start` loads them.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    tags: [{ name: 'full', description: 'Explores rather than promises: left to `npm run test:full`.' }],
    // A worker process keeps its modules, and the gateway it has started, from one test file to the next.
    isolate: false,
    // What a promise allows stands in its test; this is how long a busy machine may take.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    include: ['{src,client,examples,web}/**/*.test.ts', 'test/*.test.ts', 'test/{api,simulation,full}/**/*.test.ts'],
  },
})
