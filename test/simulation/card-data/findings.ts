import { dataFilesOf, dumpOf, logOf, writeAheadLogOf } from './places.ts'
import { codesIn, searchForCodes } from './secrets.ts'
import type { Stage } from './stage.ts'

/** Searched bytes, and the planted secrets found in them. */
interface Finding {
  readonly bytes: number
  readonly found: readonly string[]
}

export type Findings = Readonly<Record<Place, Finding>>

export type Place = 'log' | 'tables' | 'write-ahead log' | 'data files' | 'webhooks' | 'answers' | 'figures'

/** Looks everywhere for everything that has been planted so far. */
export async function lookEverywhere(stage: Stage): Promise<Findings> {
  const { gateway, receiver, answers } = stage
  const search = stage.secrets.search()
  const searchCodes = searchForCodes()
  const inTexts = (texts: readonly string[]): Finding => {
    const text = texts.join('\n')
    return { bytes: text.length, found: [...search(text), ...text.split('\n').flatMap(codesIn)] }
  }
  const inBytes = (files: readonly Buffer[]): Finding => ({
    bytes: files.reduce((sum, { length }) => sum + length, 0),
    found: files.flatMap((file) => [...search(file), ...searchCodes(file)]),
  })
  return {
    log: inTexts([await logOf(stage)]),
    tables: inTexts(await dumpOf(stage)),
    'write-ahead log': inBytes(await writeAheadLogOf(stage)),
    'data files': inBytes(await dataFilesOf(stage)),
    webhooks: inTexts(receiver.received.map(({ headers, body }) => `${JSON.stringify(headers)}\n${body}`)),
    answers: inTexts(answers),
    figures: inTexts([await (await fetch(`${gateway.baseUrl}/metrics`)).text()]),
  }
}
