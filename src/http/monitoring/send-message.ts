interface Receiver {
  readonly send?: (message: object, callback: (error: Error | null) => void) => boolean
}

/** A lost message is no error: the receiver's exit is noticed anyway. */
export function sendMessage<Message extends object>(receiver: Receiver, message: Message): void {
  receiver.send?.(message, () => undefined)
}
