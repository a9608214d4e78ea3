/** The longest name in characters, of what people name. */
export const LONGEST_NAME = { person: 100, rule: 80, savedView: 80, other: 120 } as const
