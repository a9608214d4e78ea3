import type { Demo } from './gateway-process.ts'

/** The gateway and the shop that all browser tests of a run share. */
export interface Stage {
  readonly demo: Demo
  /** For what no page shows, and for making time pass. */
  readonly databaseUrl: string
  /** For a further process of the same gateway. */
  readonly masterKey: string
}

/** The test runner's processes inherit it. */
const VARIABLE = 'TOLLGATE_TEST_STAGE'

export function publishStage(stage: Stage): void {
  process.env[VARIABLE] = JSON.stringify(stage)
}

/** @throws outside a run that `test/browser/global-setup.ts` has set up */
export function publishedStage(): Stage {
  const text = process.env[VARIABLE]
  if (text === undefined) throw new Error('No gateway is running for the browser tests; start them with Playwright.')
  return JSON.parse(text) as Stage
}
