import type { Message } from '../codec/message.ts'

/** An answer to `0100`, and to its repeat `0101`, is `0110`; to `0421` it is `0430`. */
export function answerTypeOf(type: string): string {
  return `${type.slice(0, 2)}${Number(type[2]) + 1}0`
}

/** Whether a type is that of an answer: its third digit is odd. */
export function isAnswer(type: string): boolean {
  return Number(type[2]) % 2 === 1
}

/**
 * What an answer and its request have in common: data elements 11, 7, 32 and 41.
 * @param answerType of a request, that of the answer it waits for
 */
export function answerKeyOf({ fields }: Message, answerType: string): string {
  return [answerType, fields[11], fields[7], fields[32] ?? '', (fields[41] ?? '').trimEnd()].join('/')
}
