import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import standard from './vitest.config.ts'

// Tests with properties once more, with a fresh seed. `PROPERTY_SEED=… npm run test:full:properties` repeats a run.
process.env.PROPERTY_SEED ??= String(randomInt(2 ** 31))
console.log(`Properties are explored with PROPERTY_SEED=${process.env.PROPERTY_SEED}.`)

export default defineConfig({
  test: {
    ...standard.test,
    include: globSync(standard.test!.include!).filter((path) => readFileSync(path, 'utf8').includes("'fast-check'")),
  },
})
