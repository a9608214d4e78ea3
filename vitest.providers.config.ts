import { defineConfig } from 'vitest/config'

/** `npm run test:providers -- stripe`: connectors at the providers' own test environments, one after the other. */
export default defineConfig({
  test: {
    include: ['test/providers/*.test.ts'],
    fileParallelism: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})
