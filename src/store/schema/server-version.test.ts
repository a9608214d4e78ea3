import { expect, test } from 'vitest'
import { requireSupported } from './server-version.ts'

test.each(['15.20 (Debian 15.20-1.pgdg120+1)', '16.4', '18beta1', '18.4'])('%s is new enough', (version) => {
  expect(() => requireSupported(version)).not.toThrow()
})

test.each(['14.19', '9.6.24'])('%s is refused by a line that names it and what is needed', (version) => {
  expect(() => requireSupported(version)).toThrow(`PostgreSQL ${version}; 15 is the oldest`)
})
