import { editOf, type Format, retype } from './typing.ts'

/** An input whose text is formatted as its field shows it, however it was entered. */
export class TypedInput {
  readonly #input: HTMLInputElement | HTMLSelectElement
  readonly #format: Format | undefined
  readonly #changed: () => void
  #shown: string

  /** @param changed is called for every change made by a person, a browser or a password manager */
  constructor(input: HTMLInputElement | HTMLSelectElement, format: Format | undefined, changed: () => void) {
    this.#input = input
    this.#format = format
    this.#changed = changed
    this.#shown = input.value
    for (const type of ['input', 'compositionend', 'change'])
      input.addEventListener(type, (event) => this.#onInput(event))
  }

  /** Writes a text of ours. */
  write(text: string): void {
    this.#shown = this.#format?.(text, 'insert') ?? text
    this.#input.value = this.#shown
  }

  #onInput(event: Event): void {
    const { isComposing, inputType } = event as InputEvent
    // An input method needs its own text unchanged until its composition ends.
    if (isComposing) return
    // Some programs that fill in forms only send `change`; after typing that event brings nothing new.
    if (event.type === 'change' && this.#input.value === this.#shown) return
    if (this.#format) this.#rewrite(this.#format, inputType)
    this.#shown = this.#input.value
    this.#changed()
  }

  #rewrite(format: Format, inputType: string | undefined): void {
    const input = this.#input as HTMLInputElement
    const caret = input.selectionStart ?? input.value.length
    const typed = retype(this.#shown, { text: input.value, caret }, editOf(inputType), format)
    if (input.value === typed.text) return
    input.value = typed.text
    if (document.activeElement === input) input.setSelectionRange(typed.caret, typed.caret)
  }
}
