/** Message type (`0100`) and texts of data elements by number. */
export interface Message {
  readonly type: string
  readonly fields: Fields
}

export type Fields = Readonly<Record<number, string>>

/** Unencodable or unreadable message. Names the element, never its content. */
export class MessageError extends Error {
  override name = 'MessageError'
}
