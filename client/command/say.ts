/** Control characters, and marks that reorder or hide text; line feeds and joiners of scripts and emoji are allowed. */
const CONTROLS = /(?!\n|\u200c|\u200d|[\u0600-\u0605\u06dd])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

// Everything that the command prints passes through here: texts of merchants and shoppers must not control the reader's terminal.

/** Prints an answer for people. */
export function say(text: string): void {
  console.log(harmless(text))
}

/** Prints JSON, whose values stay as they are. */
export function sayJson(json: string): void {
  console.log(escaped(json))
}

/** Prints a line about progress or an error. */
export function sayAside(text: string): void {
  console.error(harmless(text))
}

export const harmless = (text: string) => text.replace(CONTROLS, '�')

/** JSON allows line feeds between values only, and escapes within them. */
export function escaped(json: string): string {
  return json.replace(CONTROLS, (control) =>
    [...Array(control.length).keys()]
      .map((at) => `\\u${control.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
