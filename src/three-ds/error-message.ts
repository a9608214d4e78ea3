import type { Message } from './message-fault.ts'

/** EMV 3DS Erro, without its texts: they may repeat request data. */
export interface ErrorMessage {
  readonly errorCode: string
  /** C SDK, S 3DS server, D directory server, A ACS. */
  readonly errorComponent: string
  /** Elements of our message that the texts name. */
  readonly elements: readonly string[]
}

/** Reads an Erro; undefined for another type. @param asked elements that may be taken from its texts */
export function readErrorMessage(message: Message, asked: readonly string[]): ErrorMessage | undefined {
  if (message.messageType !== 'Erro') return undefined
  const { errorCode, errorComponent, errorDetail, errorDescription } = message
  const words = new Set(`${errorDetail} ${errorDescription}`.match(/\w+/g))
  return {
    errorCode: read(errorCode, /^\d{3}$/),
    errorComponent: read(errorComponent, /^[CSDA]$/),
    elements: asked.filter((element) => words.has(element)),
  }
}

function read(value: unknown, pattern: RegExp): string {
  return typeof value === 'string' && pattern.test(value) ? value : ''
}
