import { MessageFault } from '#three-ds/message-fault.ts'

/** EMV 3DS errorCode and element of what is wrong with a message, or undefined where nothing is. */
export function faultOf(read: () => unknown): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (!(error instanceof MessageFault)) throw error
    return `${error.errorCode} ${error.element}`
  }
}
