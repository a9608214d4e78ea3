import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/** Appends each skipped test to the file that `SKIPPED_TESTS_FILE` names, for `.ci/skips`. */
export default class SkipsReporter implements Reporter {
  #isFullRun = false

  onInit({ config }: Vitest): void {
    this.#isFullRun = config.tagsFilter?.includes('full') ?? false
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')])
    const lines = skipped.filter((test) => test.tags.includes('full') === this.#isFullRun).map(toLine)
    appendFileSync(process.env.SKIPPED_TESTS_FILE!, lines.join(''))
  }
}

function toLine(test: TestCase): string {
  const result = test.result()
  const reason = (result.state === 'skipped' && result.note) || ''
  return `${relative('.', test.module.moduleId)}\t${test.fullName}\t${reason}\n`
}
