import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cardCountryFinder } from '#store/rules/bin-countries.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { tollgate } from './tollgate.ts'

// Countries of cards (docs/reference/rules.md#countries-of-cards).

let database: FreshDatabase
let directory: string
beforeAll(async () => {
  database = await freshDatabase()
  directory = await mkdtemp(join(tmpdir(), 'tollgate-bins-'))
})
afterAll(async () => {
  await database.drop()
  await rm(directory, { recursive: true })
})

async function importBins(text: string) {
  const file = join(directory, 'bins.csv')
  await writeFile(file, text)
  return tollgate({ DATABASE_URL: database.url }, 'bins', 'import', file, '--json')
}

it('an import replaces the table, and the longest BIN decides', async () => {
  expect(await importBins('bin,country\n400000,US\n')).toMatchObject({ code: 0, err: '' })
  const { code, out } = await importBins('bin;country\r455620; DE\r45562099;"FR"\r')
  expect([code, JSON.parse(out)]).toEqual([0, { bins: 2 }])
  const countries = ['45562011', '45562099', '40000000'].map((digits) => cardCountryFinder(database.sql)(digits))
  expect(await Promise.all(countries)).toEqual(['DE', 'FR', null])
})

it('a faulty file names its lines and changes nothing', async () => {
  await importBins('bin,country\n510000,IT\n')
  const { code, err } = await importBins('bin,country\n455620,DE\n4556,DE\n455621,ZZ\n')
  expect(code).toBe(1)
  expect(err).toContain('in line 3, 4.')
  expect((await importBins('country,bin\nDE,455620\n')).err).toContain('The first line must be bin,country.')
  expect((await importBins('bin,country\n')).err).toContain('The file has no BINs')
  expect(await cardCountryFinder(database.sql)('51000000')).toBe('IT')
})
