/** The period a list is asked for; an absent end does not narrow it. */
export function periodOf(query: {
  readonly created_from?: string | undefined
  readonly created_to?: string | undefined
}) {
  return { createdFrom: momentOf(query.created_from), createdTo: momentOf(query.created_to) }
}

/** The time that a query names, if it does. */
export function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text)
}
