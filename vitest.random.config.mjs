import base from './vitest.config.ts'
import { BaseSequencer } from 'vitest/node'
import { createHash } from 'node:crypto'
const h = (s) => createHash('md5').update(s + process.env.SEED).digest('hex')
class Shuffled extends BaseSequencer { async sort(files) { return files.toSorted((a, b) => h(a.moduleId) < h(b.moduleId) ? -1 : 1) } }
export default { ...base, test: { ...base.test, maxWorkers: 2, sequence: { sequencer: Shuffled } } }
