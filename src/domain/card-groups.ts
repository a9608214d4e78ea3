/** Uninterrupted digits, as a part of a longer run. */
export interface Group {
  readonly start: number
  readonly end: number
  /** In ASCII. */
  readonly digits: string
  /** Separator between the previous group and this one. */
  readonly before: string
  /** Characters of `before`; blanks, dashes and zero-width marks are one kind. */
  readonly kind: string
}

/** Group sizes of card numbers, as printed on cards and as programs split them. */
const PRINTED = /^(?:(?:4,){2,4}[1-4]|4,6,[45]|6,13|6,6,4|4,3,3,3)$/

const FEWEST_DIGITS = 12

/** No phone number that is dialed has as many digits. */
const FEWEST_IN_ODD_GROUPS = 14

/** One kind of separator and a card's group sizes; other sizes, or single digits, only without neighbors. */
export function looksLikeCard(groups: readonly Group[], first: number, last: number): boolean {
  const inner = groups.slice(first + 1, last + 1)
  const { kind } = inner[0]!
  if (inner.some((group) => group.kind !== kind)) return false
  const sizes = groups.slice(first, last + 1).map(({ digits }) => digits.length)
  if (isPrinted(groups, first, last)) return !isPartOfList(groups, first, last, kind)
  if (!standsAlone(groups, first, last, kind)) return false
  if (sizes.every((size) => size === 1)) return true
  const enough = sizes.reduce((sum, size) => sum + size, 0) >= FEWEST_IN_ODD_GROUPS
  return enough && kind === '' && new Set(inner.map(({ before }) => before)).size === 1
}

export function isPrinted(groups: readonly Group[], first: number, last: number): boolean {
  if (first === last) return true
  let sizes = String(groups[first]!.digits.length)
  for (let at = first + 1; at <= last; at++) sizes += `,${groups[at]!.digits.length}`
  return PRINTED.test(sizes)
}

/** True if a card number may begin with this group: by its size, or because it stands apart from the previous one. */
export function mayBegin(groups: readonly Group[], first: number): boolean {
  const { digits, before, kind } = groups[first]!
  if (digits.length === 4 || digits.length === 6 || digits.length >= FEWEST_DIGITS) return true
  return first === 0 || (kind !== groups[first + 1]?.kind && /\s/.test(before))
}

export function isFraction(groups: readonly Group[], at: number): boolean {
  const [whole, fraction, next] = [groups[at - 1], groups[at], groups[at + 1]]
  return fraction?.before === '.' && whole!.before !== '.' && whole!.digits.length <= 3 && next?.before !== '.'
}

/** Characters of a separator, without blanks, dashes and zero-width marks. */
export function kindOf(separator: string): string {
  return separator.replace(/[\s\p{Cf}\p{Mn}\p{Pd}]/gu, '')
}

/** True for four more digits after the same comma: a list of amounts. */
function isPartOfList(groups: readonly Group[], first: number, last: number, kind: string): boolean {
  const before = groups[first - 1]?.digits.length === 4 && groups[first]!.kind === kind
  const behind = groups[last + 1]?.digits.length === 4 && groups[last + 1]!.kind === kind
  return /[,;]/.test(kind) && (before || behind)
}

/** True if spaces, not the groups' own separator, set them apart from the surrounding text. */
function standsAlone(groups: readonly Group[], first: number, last: number, kind: string): boolean {
  const around = [first > 0 ? groups[first] : undefined, groups[last + 1]]
  return around.every((group) => group === undefined || (group.kind !== kind && /\s/.test(group.before)))
}
