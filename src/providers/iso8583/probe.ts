import { type Access, UnknownOutcome } from '../provider.ts'
import { isLineFault } from './acquirer.ts'
import type { Lines } from './lines.ts'

const CHECK = 'Check host, port, tls, length_form and bitmap_form with the acquirer, and that it knows this address.'

/** Opens the line, signs on and asks for an echo. */
export async function probe(lines: Lines, access: Access): Promise<readonly string[]> {
  try {
    await lines.lineOf(access).echo(access.signal)
    return []
  } catch (error) {
    if (isLineFault(error)) return [`${error.message} ${CHECK}`]
    if (error instanceof UnknownOutcome) return [error.message]
    throw error
  }
}
