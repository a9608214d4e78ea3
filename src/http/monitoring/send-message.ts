/** Receiver of messages: a child process, a process of the cluster, or the parent. */
interface Receiver {
  readonly send?: (message: object, callback: (error: Error | null) => void) => boolean
}

/** Sends a message to a process that may have exited meanwhile. A lost message is no error: its exit is noticed anyway. */
export function sendMessage<Message extends object>(receiver: Receiver, message: Message): void {
  receiver.send?.(message, () => undefined)
}
