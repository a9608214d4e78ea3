import { answerTypeOf } from '#providers/iso8583/line/response-matching.ts'
import type { Message } from '../../../src/providers/iso8583/codec/message.ts'
import { type Conduct, conductOf } from './behavior.ts'
import type { Book } from './book.ts'
import { requestProblems } from './validate-request.ts'

/** Elements that an answer repeats. */
const ECHOED = [3, 4, 7, 11, 32, 37, 41, 42, 49, 70, 90]

/** Answer of the host to a request, and how it is sent. */
export interface Reply {
  readonly message: Message
  readonly answer: Conduct['answer']
}

/** Orders of a test, which go before the conduct that an amount asks for. */
export interface Orders {
  /** Behavior for the next request of a type. */
  readonly next: Map<string, Conduct>
  /** Response code of sign-ons. */
  signOn: string
  /** Echoes stay without an answer. */
  isDeaf: boolean
  /** So do sign-ons. */
  isMute: boolean
  /** Data elements that answers to payments have otherwise; an empty one is left out. */
  answers: Message['fields']
}

/** Decides about one request. */
export function replyTo(request: Message, book: Book, orders: Orders, complaints: string[]): Reply {
  const wrong = requestProblems(request)
  complaints.push(...wrong)
  if (wrong.length > 0) return { message: answerOf(request, { 39: '30' }), answer: 'at-once' }
  if (request.type === '0800') return network(request, orders)
  const ordered = orders.next.get(request.type)
  orders.next.delete(request.type)
  if (request.type.startsWith('04')) return reversal(request, book, ordered)
  const { message, answer } = payment(request, book, ordered)
  return { message: { ...message, fields: changed(message.fields, orders.answers) }, answer }
}

function changed(fields: Message['fields'], changes: Message['fields']): Message['fields'] {
  return Object.fromEntries(Object.entries({ ...fields, ...changes }).filter(([, text]) => text !== ''))
}

function network(request: Message, { signOn, isDeaf, isMute }: Orders): Reply {
  const isSignOn = request.fields[70] === '001'
  const answer = (isSignOn ? isMute : isDeaf) ? 'never' : 'at-once'
  return { message: answerOf(request, { 39: isSignOn ? signOn : '00' }), answer }
}

function reversal(request: Message, book: Book, ordered: Conduct | undefined): Reply {
  if (ordered?.answer === 'lost') return { message: request, answer: 'never' }
  const code = ordered && ordered.code !== '00' ? ordered.code : book.reverse(request)
  return { message: answerOf(request, { 39: code }), answer: ordered?.answer ?? 'at-once' }
}

function payment(request: Message, book: Book, ordered: Conduct | undefined): Reply {
  const { code, answer } =
    ordered ?? conductOf(request.type.startsWith('01') || isSale(request) ? request.fields[4]! : '')
  if (answer === 'lost') return { message: request, answer: 'never' }
  const given = code === '94' ? code : book.carryOut(request, code)
  const own = given === '00' ? { 38: book.entryOf(request)!.approvalCode, 39: given } : { 39: given }
  return { message: answerOf(request, own as Message['fields']), answer }
}

function isSale({ type, fields }: Message): boolean {
  return type.startsWith('020') && fields[3] === '000000'
}

function answerOf({ type, fields }: Message, own: Message['fields']): Message {
  const echoed = ECHOED.filter((number) => fields[number] !== undefined).map((number) => [number, fields[number]!])
  return { type: answerTypeOf(type), fields: { ...Object.fromEntries(echoed), ...own } }
}
