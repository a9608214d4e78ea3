import { withPlainDigits as withoutOtherDigits } from '../../../src/domain/plain-digits.ts'

/** Text in an input with its caret. */
export interface InputState {
  readonly text: string
  readonly caret: number
}

/** Kind of change: after deleting, or inserting inside a text, nothing else may be written behind the caret. */
export type Edit = 'insert' | 'insert-inside' | 'delete-backward' | 'delete-forward'

/** Formats text as a field shows it; `edit` says if what it adds would be in the way. */
export type Format = (text: string, edit: Edit) => string

/** The text with the digits of every script as 0 to 9, and other signs in their plainest form. */
export function withPlainDigits(text: string): string {
  return withoutOtherDigits(text.normalize('NFKC'))
}

export function digitsOf(text: string): string {
  return withPlainDigits(text).replace(/\D/g, '')
}

/** Maps an input event's `inputType` (Input Events Level 2). */
export function editOf(inputType: string | undefined): Edit {
  if (inputType?.startsWith('delete') !== true) return 'insert'
  return inputType.endsWith('Forward') ? 'delete-forward' : 'delete-backward'
}

/**
 * Formats what was typed and keeps the caret beside the digit it stood at. Deleting a separator deletes the digit
 * beyond it, because that is what was meant.
 * @param before what the field showed until now
 */
export function reformat(before: string, typed: InputState, edit: Edit, format: Format): InputState {
  const meant = beyondSeparator(before, typed, edit)
  const isInside = meant.caret < meant.text.length
  const text = format(meant.text, edit === 'insert' && isInside ? 'insert-inside' : edit)
  if (!isInside) return { text, caret: text.length }
  return { text, caret: caretAfter(text, digitsOf(meant.text.slice(0, meant.caret)).length, edit) }
}

function beyondSeparator(before: string, typed: InputState, edit: Edit): InputState {
  const { text, caret } = typed
  const lostSeparatorOnly = before.length === text.length + 1 && digitsOf(before) === digitsOf(text)
  if (edit === 'insert' || !lostSeparatorOnly) return typed
  if (edit === 'delete-forward') return { text: text.slice(0, caret) + text.slice(caret).replace(/\d/, ''), caret }
  const kept = text.slice(0, caret)
  const digit = kept.search(/\d\D*$/)
  if (digit < 0) return typed
  return { text: kept.slice(0, digit) + kept.slice(digit + 1) + text.slice(caret), caret: digit }
}

/** The place behind so many digits, and behind the separator that follows them unless it is being deleted. */
function caretAfter(text: string, digits: number, edit: Edit): number {
  let caret = 0
  for (let seen = 0; caret < text.length && seen < digits; caret += 1) if (/\d/.test(text[caret]!)) seen += 1
  if (edit === 'insert' && digits > 0) while (caret < text.length && /\D/.test(text[caret]!)) caret += 1
  return caret
}
