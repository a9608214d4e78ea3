import { text } from '#app/config/kinds.ts'
import { PROCESSING_CODES } from '#domain/processing-code.ts'
import { RESPONSE_CODES, type ResponseCode } from '#simulators/common/response-codes.ts'
import { findAccess } from '../access.ts'
import { Failure, type Input, type LocalCommand } from '../command.ts'
import { TRIGGERS } from '../follow/triggers.ts'

/** Makes an event happen, by doing in uat what it tells of. */
export const trigger: LocalCommand = {
  verb: 'trigger',
  summary: `Trigger an event by a payment at the simulators (uat): ${Object.keys(TRIGGERS).join(', ')}`,
  args: ['event'],
  options: [
    {
      flags: '--response-code <code>',
      field: 'response_code',
      kind: text,
      description: 'response of the simulator (default TRX_STATUS_APPROVED)',
    },
  ],
  examples: ['trigger transaction.processed', 'trigger transaction.processed --response-code TRX_STATUS_DECLINED'],
  line: lineOf,
  run: async ({ event, response_code }: Input) => {
    const make = TRIGGERS[String(event)]
    if (!make)
      throw new Failure(
        `Cannot trigger ${event}, only ${Object.keys(TRIGGERS).join(', ')}. Use the test clock for other events.`,
      )
    return make(await findAccess().connect('merchant'), metadataOf(response_code))
  },
}

/** Object that was created; `logs` and `listen` show what follows. */
function lineOf(answer: unknown, { event }: Input): string {
  const { id, token, status, processing_code } = answer as Readonly<Record<string, unknown>>
  const words = [event, id ?? token, status, processing_code]
  return words.filter((word) => typeof word === 'string').join('  ')
}

/** By default a simulator sends `approved` with every outcome. */
function metadataOf(responseCode: unknown) {
  if (responseCode === undefined) return {}
  const code = RESPONSE_CODES[responseCode as ResponseCode]
  return { response_code: responseCode, ...(code && { response_message: PROCESSING_CODES[code].name.toLowerCase() }) }
}
