export const GROUP_NAME = /^[a-z\d]{1,6}$/

/** Group segment of IDs behind their prefix, such as `eu1_`; empty with a single group. */
let ownPart = ''

/** Sets the group of new IDs, once: the only state of this room (docs/decisions/0085-ids-say-their-group.md). */
export function setGroup(name: string | undefined): void {
  ownPart = name === undefined ? '' : `${name}_`
}

export function localGroupSegment(): string {
  return ownPart
}

export function groupSegment(id: string): string {
  return /^[a-z]{3}_([a-z\d]{1,6}_)/.exec(id)?.[1] ?? ''
}
