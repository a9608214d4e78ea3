/** Digits without anything between them, as a part of a longer run. */
export interface Group {
  readonly start: number
  readonly end: number
  /** In ASCII. */
  readonly digits: string
  /** Separator between the previous group and this one. */
  readonly before: string
}

/** Group sizes of card numbers, as printed on cards and as programs split them. */
const PRINTED = /^(?:(?:4,){2,4}[1-4]|4,6,[45]|6,13|6,6,4|4,3,3,3)$/

/** More digits than any phone number that is dialed. */
const FEWEST_IN_ODD_GROUPS = 14

/**
 * Judges whether groups look like one card number: one kind of separator, and the groups of a card; digit by digit and
 * groups of any other size only if nothing else is next to them.
 */
export function looksLikeCard(groups: readonly Group[], first: number, last: number): boolean {
  const separators = groups.slice(first + 1, last + 1).map(({ before }) => before)
  const kind = kindOf(separators[0]!)
  if (separators.some((separator) => kindOf(separator) !== kind)) return false
  const sizes = groups.slice(first, last + 1).map(({ digits }) => digits.length)
  if (PRINTED.test(sizes.join())) return !isPartOfList(groups, first, last, kind)
  if (!standsAlone(groups, first, last, kind)) return false
  if (sizes.every((size) => size === 1)) return true
  const enough = sizes.reduce((sum, size) => sum + size, 0) >= FEWEST_IN_ODD_GROUPS
  return enough && kind === '' && new Set(separators).size === 1
}

/** True for digits after a decimal point. */
export function isFraction(groups: readonly Group[], at: number): boolean {
  const [whole, fraction, next] = [groups[at - 1], groups[at], groups[at + 1]]
  return fraction?.before === '.' && whole!.before !== '.' && whole!.digits.length <= 3 && next?.before !== '.'
}

/** The signs of a separator; blanks, dashes and marks of no width are one kind. */
function kindOf(separator: string): string {
  return separator.replace(/[\s\p{Cf}\p{Mn}\p{Pd}]/gu, '')
}

/** Four more digits after the same comma: a list of amounts. */
function isPartOfList(groups: readonly Group[], first: number, last: number, kind: string): boolean {
  const before = groups[first - 1]?.digits.length === 4 && kindOf(groups[first]!.before) === kind
  const behind = groups[last + 1]?.digits.length === 4 && kindOf(groups[last + 1]!.before) === kind
  return /[,;]/.test(kind) && (before || behind)
}

/** True if the groups are separated from the text around them: by a space, and not by their own separator. */
function standsAlone(groups: readonly Group[], first: number, last: number, kind: string): boolean {
  const around = [first > 0 ? groups[first]!.before : undefined, groups[last + 1]?.before]
  return around.every((separator) => separator === undefined || (/\s/.test(separator) && kindOf(separator) !== kind))
}
