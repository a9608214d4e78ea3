import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { brokenLinksIn, isAnchor } from '#test/documents.ts'
import { folderCircles, importCircles, importedBy } from '#test/imports.ts'

// How the project stays tidy where no compiler looks.

const LONGEST_FILE_LINES = 300
/** Allowed imports of each room; a room may import itself, the app may import all. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  outbound: [],
  trace: ['outbound'],
  domain: [],
  interface: ['domain', 'identity'],
  vault: ['domain'],
  store: ['domain', 'trace'],
  providers: ['domain', 'outbound', 'trace'],
  'three-ds': ['domain', 'outbound', 'trace'],
  simulators: ['domain', 'outbound', 'providers', 'three-ds'],
  events: ['domain', 'interface', 'outbound', 'store', 'trace', 'vault'],
  identity: ['domain', 'outbound', 'store', 'vault'],
  flows: [
    'domain',
    'interface',
    'vault',
    'store',
    'providers',
    'three-ds',
    'simulators',
    'events',
    'identity',
    'outbound',
    'trace',
  ],
  html: ['domain', 'web'],
  mail: ['domain', 'outbound', 'store', 'events', 'flows', 'html', 'web'],
  http: ['domain', 'interface', 'identity', 'flows', 'trace', 'html', 'web'],
  dashboard: ['domain', 'interface', 'identity', 'flows', 'trace', 'html', 'http', 'web'],
  'simulators/pages': ['domain', 'html', 'http', 'web'],
}

/** Rooms of pages and routes. */
const SERVING = ['html', 'http', 'dashboard', 'simulators/pages']

/** Rooms with ports that the store implements, so it may name their types. */
const PORTS_OF_STORE = ['providers', 'simulators']

const sources = filesUnder('src')
const everything = [
  ...sources,
  ...['client', 'embedded-fields', 'plugins', 'provider', 'examples', 'test', 'bench', 'release', 'migrations'].flatMap(
    filesUnder,
  ),
]

/** Paths of the files below a directory but what is built or installed, none where it does not exist. */
function filesUnder(directory: string): string[] {
  try {
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    return files.filter(
      (path) => !/^(?:client|embedded-fields|provider|plugins\/\w+)\/(?:dist|node_modules|\.medusa)\//.test(path),
    )
  } catch {
    return []
  }
}

const read = (path: string) => readFileSync(path, 'utf8')
/** A room within a room imports that one by relative paths. */
const roomOf = (path: string) => (path.startsWith('src/simulators/pages/') ? 'simulators/pages' : path.split('/')[1]!)
const isTest = (path: string) => /\.test\.ts$|\/test\//.test(path)

/** Rooms that a file imports from, named by subpath (`#store/…`). Types cost nothing at run time: pages and routes may name any. */
function importedRooms(path: string): string[] {
  const imports = [...read(path).matchAll(/(?:import|export)(\s+type)?\b[^'"]*'#([a-z-]+)\//g)]
  const namesAny = SERVING.includes(roomOf(path))
  const isFree = (room: string) => namesAny || (roomOf(path) === 'store' && PORTS_OF_STORE.includes(room))
  return imports.filter(([, type, room]) => type === undefined || !isFree(room!)).map((match) => match[2]!)
}

test.each(Object.entries(ROOMS))('src/%s imports only from its own room and %j', (room, allowed) => {
  const strangers = filesUnder(join('src', room))
    .filter((path) => roomOf(path) === room && !isTest(path))
    .flatMap((path) => importedRooms(path).map((imported) => ({ path, imported })))
    .filter(({ imported }) => imported !== room && !allowed.includes(imported))
  expect(strangers).toEqual([])
})

test('a room is entered through its subpath, never by a relative path', () => {
  const burglars = sources.filter((path) => {
    const depth = path.split('/').length - 3
    return ROOMS[roomOf(path)] !== undefined && read(path).includes(`from '${'../'.repeat(depth + 1)}`)
  })
  expect(burglars).toEqual([])
})

test('no file imports itself over others, not even for a type', () => {
  const modules = [...everything, ...filesUnder('web')].filter((path) => path.endsWith('.ts'))
  expect(importCircles(modules)).toEqual([])
})

test('folders of src import each other in one direction', () => {
  const modules = sources.filter((path) => path.endsWith('.ts') && !isTest(path))
  expect(folderCircles(modules)).toEqual([])
})

test('a folder of src has more than one file', () => {
  const folders = Map.groupBy(sources, dirname)
  const nested = new Set([...folders.keys()].map(dirname))
  const lonely = [...folders].filter(([folder, files]) => files.length === 1 && !nested.has(folder))
  expect(lonely.map(([folder]) => folder)).toEqual([])
})

/** Folders of a room that have an `index.ts`: each is a connector or a simulator. */
function counterpartsIn(room: string): string[] {
  return sources.filter((path) => path.startsWith(`${room}/`) && /^[^/]+\/index\.ts$/.test(path.slice(room.length + 1)))
}

const CONNECTORS = counterpartsIn('src/providers').map(dirname)
const CONNECTOR_FILES = [
  'index',
  'capabilities',
  'config',
  'charge(-[a-z]+)?',
  'follow-up',
  'reverse',
  'probe',
  'translate/.+',
]
/** `common` has what all simulators share; `three-ds` implements another port. */
const SIMULATORS = counterpartsIn('src/simulators')
  .map(dirname)
  .filter((path) => !/common$|three-ds$/.test(path))

test.each([
  ...CONNECTORS.map((folder) => [folder, CONNECTOR_FILES] as const),
  ...SIMULATORS.map((folder) => [folder, ['index', 'capabilities']] as const),
])('%s has the files that all of its kind have: %j', (folder, names) => {
  const has = (name: string) => sources.some((path) => new RegExp(`^${folder}/${name}\\.ts$`).test(path))
  expect(names.filter((name) => !has(name))).toEqual([])
})

/** The entry of the port: all that a connector imports from outside its folder. */
const PORT = 'src/providers/port/tools.ts'

test.each(CONNECTORS)('%s imports only from its own folder, the port by its entry, and Node.js', (folder) => {
  const strangers = sources
    .filter((path) => path.startsWith(`${folder}/`) && !isTest(path))
    .flatMap((path) => [
      ...importedBy(path).filter((to) => !to.startsWith(`${folder}/`) && to !== PORT),
      ...librariesOf(path),
    ])
  expect(strangers).toEqual([])
})

function librariesOf(path: string): string[] {
  const specifiers = [...read(path).matchAll(/\b(?:from|import) ?\(?['"]([^.#'"][^'"]*)['"]/g)].map(
    (match) => match[1]!,
  )
  return specifiers.filter((name) => !name.startsWith('node:'))
}

test('connectors and simulators are found by their index', () => {
  expect(CONNECTORS.length).toBeGreaterThan(4)
  expect(SIMULATORS.length).toBeGreaterThan(4)
})

test('only src/store speaks SQL', () => {
  const SQL = /sql`|sql\.unsafe|\b(?:select\s[^'"]+\sfrom|insert\s+into|delete\s+from)\s+[a-z_.]+/i
  const speakers = sources.filter((path) => roomOf(path) !== 'store' && !isTest(path) && SQL.test(read(path)))
  expect(speakers).toEqual([])
})

test('only domain, flows and store calculate with amounts', () => {
  const SUM = /[aA]mount\b\)? [-+*] |[^'"`\w] [-+*] \w*[aA]mount\b/
  const lines = sources
    .filter((path) => SERVING.includes(roomOf(path)) && !isTest(path))
    .flatMap((path) =>
      read(path)
        .split('\n')
        .map((line) => `${path}: ${line.trim()}`),
    )
  expect(lines.filter((line) => !/: (?:\*|\/[*/])/.test(line) && SUM.test(line))).toEqual([])
})

test('statements name their columns, so that a release works on the schema of the next one', () => {
  // Columns of a JSON text are listed behind it, so they do not depend on the schema.
  const EVERYTHING = /\b(?:select|returning)\s+(?:\w+\.)?\*(?!\s+from\s+jsonb?_to_recordset)|,\s*\w+\.\*/
  const UNNAMED = /\binsert\s+into\s+[\w.]+(?:\s+as\s+\w+)?\s+(?:select|values|table)\b/
  const careless = sources.filter((path) => roomOf(path) === 'store' && !isTest(path))
  expect(careless.filter((path) => EVERYTHING.test(read(path)) || UNNAMED.test(read(path)))).toEqual([])
})

test(`no source file is longer than ${LONGEST_FILE_LINES} lines`, () => {
  expect(sources.filter((path) => read(path).split('\n').length > LONGEST_FILE_LINES)).toEqual([])
})

/** Most lines of each room without tests. A change that needs more saves them elsewhere, or a decision says why. */
const BUDGETS: Readonly<Record<string, number>> = {
  cli: 3510,
  config: 1110,
  dashboard: 11_710,
  domain: 6870,
  events: 790,
  flows: 15_570,
  html: 700,
  http: 13_230,
  interface: 4130,
  identity: 2640,
  log: 80,
  mail: 700,
  outbound: 320,
  providers: 9180,
  simulators: 2800,
  store: 15_080,
  supervisor: 1940,
  'three-ds': 1250,
  trace: 350,
  vault: 1940,
}

test.each(Object.entries(BUDGETS))('src/%s has at most %i lines', (room, lines) => {
  const files = filesUnder(join('src', room)).filter((path) => path.endsWith('.ts') && !isTest(path))
  expect(files.reduce((sum, path) => sum + read(path).split('\n').length - 1, 0)).toBeLessThanOrEqual(lines)
})

test('every room has a budget', () => {
  const rooms = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(rooms.map(({ name }) => name).sort()).toEqual(Object.keys(BUDGETS).sort())
})

test('file names are kebab-case', () => {
  const NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$|^(README|RESULTS)\.md$|^(LICENSE|Dockerfile)$/
  expect(everything.filter((path) => !NAME.test(basename(path)))).toEqual([])
})

test('nothing is left for later', () => {
  const LATER = /\b(?:TODO|FIXME|HACK)\b/
  expect(everything.filter((path) => path !== 'test/tidy.test.ts' && LATER.test(read(path)))).toEqual([])
})

/** Copies of what providers publish, in their words. */
const PUBLISHED = ['test/provider-definitions/', 'test/vectors/']

const TEXT = /\.(?:ts|tsx|js|css|md|json|sql)$/
/** Everything that is read as text; applied migrations are never edited, so their comments may cite what is gone. */
const texts = [
  ...[
    'src',
    'web',
    'client',
    'embedded-fields',
    'plugins',
    'provider',
    'examples',
    'test',
    'bench',
    'release',
    'docs',
  ].flatMap(filesUnder),
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
].filter(
  (path) => TEXT.test(path) && path !== 'test/tidy.test.ts' && !PUBLISHED.some((folder) => path.startsWith(folder)),
)

/** Finds what texts name by a pattern, each with the file that names it. */
function named(pattern: RegExp): { readonly from: string; readonly to: string }[] {
  return texts.flatMap((from) =>
    [...read(from).matchAll(pattern)].map((match) => ({ from, to: match.slice(1).join('') })),
  )
}

test('every citation of the reference leads to a page and a heading of it', () => {
  const cited = named(/(docs\/reference\/[\w-]+\.md)(#[\w-]+)?/g)
  expect(cited.length).toBeGreaterThan(200)
  expect(cited.filter(({ to }) => !isAnchor(to.split('#')[0]!, to.split('#')[1] ?? ''))).toEqual([])
})

test('every decision that is named by its number exists', () => {
  const numbers = readdirSync('docs/decisions').map((name) => name.slice(0, 4))
  expect(named(/\bdecisions?[ /](\d{4})\b/g).filter(({ to }) => !numbers.includes(to))).toEqual([])
})

test('every link between documents leads to a file and a heading of it', () => {
  expect(texts.filter((path) => path.endsWith('.md')).flatMap(brokenLinksIn)).toEqual([])
})

test('every file of src, web or bench that a document for contributors names exists', () => {
  const isForContributors = (path: string) =>
    /^(?:[A-Z]+\.md|docs\/contribute\/.*|(?:src|web|bench)\/.*README\.md)$/.test(path)
  const paths = named(/`((?:src|web|bench)\/[\w./-]+)`/g).filter(({ from }) => isForContributors(from))
  expect(paths.length).toBeGreaterThan(30)
  expect(paths.filter(({ to }) => !existsSync(to))).toEqual([])
})

test('nothing cites a document that is not in the repository', () => {
  expect(named(/\b(contract,? sections?|specifications?|the contract)\b/gi)).toEqual([])
})

test('a migration takes nothing away that the release before it uses, except in a file of its own', () => {
  const TAKES_AWAY =
    /\b(?:rename\s+(?:to|column|constraint)|drop\s+(?:table|column)|alter\s+column\s+\w+\s+(?:set\s+data\s+)?type|set\s+not\s+null)\b/i
  const MANDATORY = /\badd\s+column\s+\w+\s+[^,;]*\bnot\s+null\b(?![^,;]*\bdefault\b)(?<!\bdefault\b[^,;]*)/i
  const plain = (path: string) => read(path).replace(/--.*$/gm, '')
  const careless = filesUnder('migrations').filter((path) => {
    const [, kind] = basename(path).split('-')
    if (kind === 'contract') return false
    return TAKES_AWAY.test(plain(path)) || MANDATORY.test(plain(path))
  })
  expect(careless).toEqual([])
})

test('the version names a release, or ends in -dev while the changelog has unreleased changes', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(version.endsWith('-dev')).toBe(read('CHANGELOG.md').includes('\n## Unreleased\n'))
})
