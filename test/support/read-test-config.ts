import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { type Config, type ConfigError, readConfig } from '#app/config.ts'

/** Smallest valid environment of a gateway in production. */
export const PRODUCTION = {
  REALM: 'production',
  MASTER_KEY: randomBytes(32).toString('base64'),
  DATABASE_URL: 'postgres://tollgate:hunter2@db/tollgate',
  BASE_URL: 'https://pay.example.com',
}

/** `DATA_DIR` of the test file, removed after its tests. */
export const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

/** Reads a configuration from settings and the default `DATA_DIR` of the test file. */
export function readTestConfig(env: Record<string, string> = {}): Config {
  return readConfig({ DATA_DIR: dataDir, ...env })
}

/** @returns the errors of settings; empty for valid ones */
export function mistakesOf(env: Record<string, string>): readonly string[] {
  try {
    readTestConfig(env)
    return []
  } catch (error) {
    return (error as ConfigError).mistakes
  }
}
