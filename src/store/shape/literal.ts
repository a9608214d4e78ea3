/** Quotes text for statements that take no parameters. */
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
