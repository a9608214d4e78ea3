import { sayAside } from '#client/command/say.ts'
import { findAccess } from './access.ts'
import { Failure } from './command.ts'

interface ProofLine {
  readonly proven?: boolean
  readonly check?: string
  readonly number?: number
  readonly of?: number
  readonly seconds?: number
}

/** Says on stderr which check it is at. Ending the command ends the proof. @throws Failure if the gateway gave the proof up */
export async function proveLedger(): Promise<unknown> {
  const connection = await findAccess().connect('operator')
  let told: number | undefined
  for await (const line of connection.lines<ProofLine>('/admin/ledger/verify.jsonl')) {
    if (line.proven !== undefined) return line
    if (line.number !== told) sayAside(`${line.number} of ${line.of}: ${line.check}, after ${line.seconds} s`)
    told = line.number
  }
  throw new Failure('The gateway stopped the verification. See its log, then run it again.')
}
