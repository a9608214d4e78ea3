import { defineConfig } from 'vitest/config'

// A worker process keeps its modules from file to file, and loads them as `npm start` does.
const shared = { isolate: false, testTimeout: 30_000, hookTimeout: 30_000 }

export default defineConfig({
  test: {
    globalSetup: 'test/support/postgres.ts',
    // Most of these tests wait for a gateway rather than compute, so more of them than cores run at a time.
    maxWorkers: 4,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      { test: { ...shared, name: 'unit', include: ['{src,client,examples,web}/**/*.test.ts', 'test/*.test.ts'] } },
      { test: { ...shared, name: 'api', include: ['test/{api,simulation}/**/*.test.ts'] } },
    ],
  },
})
