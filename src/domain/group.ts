/** Pattern of a merchant group's name (docs/operate/merchant-groups.md). */
export const GROUP_NAME = /^[a-z\d]{1,6}$/

/** The part of an identifier behind its prefix that says the group, such as `eu1_`; empty where there is one group alone. */
let ownPart = ''

/** Sets the group of new identifiers, once: the only state of this room (docs/decisions/0085-ids-say-their-group.md). */
export function setGroup(name: string | undefined): void {
  ownPart = name === undefined ? '' : `${name}_`
}

/** Group segment of new identifiers, after their prefix. */
export function localGroupSegment(): string {
  return ownPart
}

/** Group segment of an existing identifier, of this group or another. */
export function groupSegment(id: string): string {
  return /^[a-z]{3}_([a-z\d]{1,6}_)/.exec(id)?.[1] ?? ''
}
