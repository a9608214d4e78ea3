import { lacksOf } from '../contract/lacks.ts'
import { openUnderTest } from '../contract/open-under-test.ts'
import { PROMISES } from '../contract/promises.ts'
import { Scene } from '../contract/scene.ts'
import type { Report } from './report.ts'

// The process of `judge`: opens a module, tries the promises from a number on, and reports each.

const LONGEST_REASON = 300

const [first, module, sandbox] = process.argv.slice(2) as [string, string, string]
// The module gets no channel to the judge.
const send = process.send!.bind(process)
process.send = undefined as never
let isOpen = false

process.on('uncaughtException', (error) => {
  const reason = `it threw outside of a call: ${inOneLine(error)}`
  send({ kind: isOpen ? 'ended' : 'unopened', reason } satisfies Report, () => process.exit(1))
})

try {
  const { close, ...under } = await openUnderTest(module, sandbox)
  isOpen = true
  tell({ kind: 'open' })
  await tryAll(new Scene(under))
  await close()
  tell({ kind: 'closed' })
} catch (error) {
  tell({ kind: isOpen ? 'closed' : 'unopened', reason: inOneLine(error) } as Report)
}

async function tryAll(scene: Scene): Promise<void> {
  const lacks = lacksOf(scene.under)
  for (const [index, { needs, keep }] of PROMISES.entries()) {
    if (index < Number(first)) continue
    const isLacking = needs !== undefined && lacks.includes(needs)
    if (isLacking) tell({ kind: 'lacking', index, reason: `the sandbox shows no ${needs}` })
    else tell(await tried(index, () => keep(scene)))
  }
}

function tried(index: number, keep: () => Promise<void>): Promise<Report> {
  return keep().then(
    () => ({ kind: 'kept', index }),
    (error: unknown) => ({ kind: 'broken', index, reason: inOneLine(error) }),
  )
}

function tell(report: Report): void {
  send(report)
}

function inOneLine(thrown: unknown): string {
  try {
    const { name, message } = thrown as Error
    const text = name === 'BrokenPromise' ? message : `${name}: ${message}`
    return text.replaceAll(/[\p{C}\s]+/gu, ' ').slice(0, LONGEST_REASON)
  } catch {
    return 'it threw something that has no text'
  }
}
