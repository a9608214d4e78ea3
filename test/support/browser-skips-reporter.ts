import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Appends each skipped test to the file that `SKIPPED_TESTS_FILE` names, for `.ci/skips`. */
export default class BrowserSkipsReporter implements Reporter {
  onTestEnd({ location, title, annotations }: TestCase, { status }: TestResult): void {
    if (status !== 'skipped') return
    const reason = annotations.find(({ type }) => type === 'skip')?.description ?? ''
    appendFileSync(process.env.SKIPPED_TESTS_FILE!, `${relative('.', location.file)}\t${title}\t${reason}\n`)
  }
}
