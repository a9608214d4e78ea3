/** One message: its type (`0100`) and its data elements by number, each as its text. */
export interface Message {
  readonly type: string
  readonly fields: Fields
}

export type Fields = Readonly<Record<number, string>>

/** A message that cannot be written or read. Names the element, never what is in it. */
export class MessageError extends Error {
  override name = 'MessageError'
}
