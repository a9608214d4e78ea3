import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { vendureDashboardPlugin } from '@vendure/dashboard/vite'

/** What the build reads of the shop: it finds the settings by their type. */
const SETTINGS = `import type { VendureConfig } from '@vendure/core'
export const config: VendureConfig = {
  apiOptions: { port: 3000 },
  authOptions: {},
  dbConnectionOptions: { type: 'postgres' },
  paymentOptions: { paymentMethodHandlers: [] },
}
`
writeFileSync('admin.ts', SETTINGS)

/** Builds the admin, for pictures. */
export default {
  base: '/dashboard/',
  build: { outDir: `${import.meta.dirname}/dashboard` },
  plugins: [
    vendureDashboardPlugin({
      vendureConfigPath: pathToFileURL('./admin.ts'),
      api: { host: 'auto', port: 'auto', tokenMethod: 'bearer' },
    }),
  ],
}
