import type { Fields, Message } from '../codec/message.ts'

/** An answer to `0100`, and to its repeat `0101`, is `0110`; to `0421` it is `0430`. */
export function answerTypeOf(type: string): string {
  return `${type.slice(0, 2)}${Number(type[2]) + 1}0`
}

/** The third digit of an answer is odd. */
export function isAnswer(type: string): boolean {
  return Number(type[2]) % 2 === 1
}

/** Data elements 11 and 7, which are unique on a terminal. @param answerType of the message, or of the expected answer */
export function matchKey({ fields }: Message, answerType: string): string {
  return [answerType, fields[11], fields[7]].join('/')
}

/** Compares data elements 32 and 41: some hosts repeat neither, some write 32 with zeros, some add both to a sign-on. */
export function belongsTo(answer: Fields, request: Fields): boolean {
  return isSame(acquirerIn(answer), acquirerIn(request)) && isSame(terminalIn(answer), terminalIn(request))
}

function isSame(one: string, other: string): boolean {
  return one === '' || other === '' || one === other
}

function acquirerIn(fields: Fields): string {
  return (fields[32] ?? '').replace(/^0+/, '')
}

function terminalIn(fields: Fields): string {
  return (fields[41] ?? '').trim()
}
