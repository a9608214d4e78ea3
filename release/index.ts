import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { writeChart, writeImageContext } from './archives.ts'
import { cutNotes } from './changelog.ts'
import { findCheckoutProblems, readCommitTime } from './checkout.ts'
import { writeChecksums } from './checksums.ts'
import { packPackages } from './packages.ts'
import { writeSbom } from './sbom.ts'
import { findVersionProblems, readVersion } from './versions.ts'

/**
 * `npm run release -- --dry-run`, or `--tag v1.2.3` if the tag is pushed: builds what a release publishes, always the same
 * bytes for a commit (docs/contribute/release.md).
 */
const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, tag: { type: 'string' } } })

const FOLDER = 'dist/release'

if (!values['dry-run'] === !values.tag) refuse(['Use --dry-run. A pushed tag publishes, with --tag.'])
const version = await readVersion()
const notes = cutNotes(await readFile('CHANGELOG.md', 'utf8'), version)
refuse([
  ...(await findVersionProblems(version)),
  ...(notes ? [] : [`CHANGELOG.md has no section "## ${version} - <date>" with text. Write it.`]),
  ...(await findCheckoutProblems(version, values.tag)),
])

await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
await packPackages(FOLDER)
await writeImageContext(`${FOLDER}/tollgate-image-context-${version}.tar`)
await writeChart(`${FOLDER}/tollgate-chart-${version}.tgz`)
refuse(await writeSbom(`${FOLDER}/tollgate-${version}.cdx.json`, await readCommitTime()))
await writeFile(`${FOLDER}/release-notes.md`, notes!)
process.stdout.write(`${await writeChecksums(FOLDER)}\nTollgate ${version} is in ${FOLDER}.\n`)

/** Ends the release with its problems, if there are any. */
function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return
  process.stderr.write(`${['Not released:', ...problems].join('\n- ')}\n`)
  process.exit(1)
}
