/** Text in an input with its caret. */
export interface Typed {
  readonly text: string
  readonly caret: number
}

/** What a change did: people who delete do not want separators written behind their back. */
export type Edit = 'insert' | 'delete-backward' | 'delete-forward'

/** Writes text the way a field shows it; `edit` tells whether a separator at the end would be in the way. */
export type Format = (text: string, edit: Edit) => string

/** The digits of a text, other scripts' and full-width ones included as far as Unicode knows them to be the same. */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '')
}

/** What an input event did, by its `inputType` (Input Events Level 2). */
export function editOf(inputType: string | undefined): Edit {
  if (inputType?.startsWith('delete') !== true) return 'insert'
  return inputType.endsWith('Forward') ? 'delete-forward' : 'delete-backward'
}

/**
 * Formats what was typed and keeps the caret beside the digit it stood at. Deleting a separator deletes the digit beyond
 * it, because that is what the person meant.
 * @param before what the field showed until now
 */
export function retype(before: string, typed: Typed, edit: Edit, format: Format): Typed {
  const meant = beyondSeparator(before, typed, edit)
  const text = format(meant.text, edit)
  if (meant.caret >= meant.text.length) return { text, caret: text.length }
  return { text, caret: caretAfter(text, digitsOf(meant.text.slice(0, meant.caret)).length, edit) }
}

function beyondSeparator(before: string, typed: Typed, edit: Edit): Typed {
  const { text, caret } = typed
  const lostSeparatorOnly = before.length === text.length + 1 && digitsOf(before) === digitsOf(text)
  if (edit === 'insert' || !lostSeparatorOnly) return typed
  if (edit === 'delete-forward') return { text: text.slice(0, caret) + text.slice(caret).replace(/\d/, ''), caret }
  const kept = text.slice(0, caret).replace(/\d\D*$/, '')
  return { text: kept + text.slice(caret), caret: kept.length }
}

/** The place behind so many digits, and behind the separator that follows them unless it is being deleted. */
function caretAfter(text: string, digits: number, edit: Edit): number {
  let caret = 0
  for (let seen = 0; caret < text.length && seen < digits; caret += 1) if (/\d/.test(text[caret]!)) seen += 1
  if (edit === 'insert' && digits > 0) while (caret < text.length && /\D/.test(text[caret]!)) caret += 1
  return caret
}
