import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// The index of the decisions is generated from them; `npx vitest run test/decisions -u` writes it again.

const FOLDER = 'docs/decisions'
const TITLE_LENGTH = 70

/** Subjects in the order of the index. A decision names its subject below its status. */
const SUBJECTS = [
  'payments',
  'money',
  '3-D Secure',
  'providers',
  'storage',
  'identity and dashboard',
  'operating',
  'tuning',
  'documents and tests',
] as const

const HEAD =
  /^# (?<number>\d{4}) (?<title>.+)\n\nStatus: (?<status>accepted, \d{4}-\d{2}-\d{2}(?:; (?:amended|superseded|superseded in part) by .+)?)\n\nSubject: (?<subject>.+)\n\n/

interface Decision {
  readonly file: string
  readonly number: string
  readonly title: string
  readonly status: string
  readonly subject: string
}

const decisions = readdirSync(FOLDER)
  .filter((file) => file !== 'README.md')
  .toSorted()
  .map(parseDecision)

function parseDecision(file: string): Decision {
  const head = HEAD.exec(readFileSync(`${FOLDER}/${file}`, 'utf8'))
  if (head === null) throw new Error(`${file} does not begin with title, status and subject.`)
  const { number = '', title = '', status = '', subject = '' } = head.groups!
  return { file, number, title, status, subject }
}

const INTRODUCTION = `# Decisions

What was open, what was decided and why, and what follows. The [reference](../reference/README.md) has the rules.

Missing numbers were merged into a related decision or not used. The status of a decision names later ones that change it.
`

function index(): string {
  return INTRODUCTION + SUBJECTS.map(section).join('')
}

function section(subject: string): string {
  const rows = decisions
    .filter((decision) => decision.subject === subject)
    .map(({ file, number, title, status }) => `- [${number}](${file}) ${title}${laterChange(status)}\n`)
  return `\n## ${subject[0]!.toUpperCase()}${subject.slice(1)}\n\n${rows.join('')}`
}

/** Returns the part after the date in an accepted decision's status, empty if there is none. */
function laterChange(status: string): string {
  const [, change] = status.split('; ')
  return change === undefined ? '' : `; ${change}`
}

it('docs/decisions/README.md lists every decision under its subject', async () => {
  await expect(index()).toMatchFileSnapshot(`../${FOLDER}/README.md`)
})

it('each decision has a number of its own, which is also in its file name, and a known subject', () => {
  expect(decisions.length).toBeGreaterThan(80)
  expect(new Set(decisions.map(({ number }) => number)).size).toBe(decisions.length)
  expect(decisions.filter(({ file, number }) => !file.startsWith(`${number}-`))).toEqual([])
  expect(decisions.filter(({ subject }) => !SUBJECTS.some((known) => known === subject))).toEqual([])
})

it(`no title of a decision is longer than ${TITLE_LENGTH} characters`, () => {
  expect(decisions.filter(({ title }) => title.length > TITLE_LENGTH).map(({ title }) => title)).toEqual([])
})

it('a decision that is superseded or amended by another is named in that one', () => {
  const links = decisions.flatMap(({ file, status }) =>
    [...status.matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)].map(([, later]) => ({ file, later: later! })),
  )
  expect(links.length).toBeGreaterThan(0)
  const silent = links.filter(({ file, later }) => !readFileSync(`${FOLDER}/${later}`, 'utf8').includes(file))
  expect(silent).toEqual([])
})
