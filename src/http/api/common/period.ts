export function periodOf(query: {
  readonly created_from?: string | undefined
  readonly created_to?: string | undefined
}) {
  return { createdFrom: momentOf(query.created_from), createdTo: momentOf(query.created_to) }
}

function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text)
}
