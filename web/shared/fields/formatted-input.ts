import { editOf, type Format, reformat } from './typing.ts'
import { stepOf, TypingHistory } from './typing-history.ts'

const EVENTS = ['input', 'compositionend', 'change', 'keydown', 'beforeinput']

/** Marks a text that must be reported, regardless of the last reported one. */
const UNTOLD = Symbol('untold')

/** An input whose text is formatted as its field shows it, however it was entered. */
export class FormattedInput {
  readonly #input: HTMLInputElement | HTMLSelectElement
  readonly #format: Format | undefined
  readonly #changed: () => void
  readonly #history = new TypingHistory()
  #shown: string
  #told: string | typeof UNTOLD

  /** @param changed is called for every change made by a person, a browser or a password manager */
  constructor(input: HTMLInputElement | HTMLSelectElement, format: Format | undefined, changed: () => void) {
    this.#input = input
    this.#format = format
    this.#changed = changed
    this.#shown = input.value
    this.#told = input.value
    for (const type of EVENTS) input.addEventListener(type, (event) => this.#on(event))
  }

  /** Text as its field shows it, including a composition in progress. */
  get text(): string {
    const { value } = this.#input
    return value === this.#shown ? value : (this.#format?.(value, 'insert') ?? value)
  }

  /** Writes a text that cannot be undone. */
  write(text: string): void {
    this.#history.forget()
    this.#show(this.#format?.(text, 'insert') ?? text)
    this.#told = this.#shown
  }

  #on(event: Event): void {
    if (event.type === 'keydown' || event.type === 'beforeinput') this.#travel(event)
    else this.#onInput(event)
  }

  #onInput(event: Event): void {
    // An input method needs its own text unchanged until its composition ends.
    if ((event as InputEvent).isComposing) this.#tell()
    else this.#take(event)
  }

  #take(event: Event): void {
    // Some programs that fill in forms only send `change`; after typing that event brings nothing new.
    if (event.type === 'change' && this.#input.value === this.#shown) return
    const before = this.#shown
    if (this.#format) this.#rewrite(this.#format, (event as InputEvent).inputType)
    this.#shown = this.#input.value
    this.#history.note(before, this.#shown)
    // The composed text was reported before.
    if (event.type !== 'compositionend') this.#told = UNTOLD
    this.#tell()
  }

  /** Reports a changed text once. */
  #tell(): void {
    if (this.text === this.#told) return
    this.#told = this.text
    this.#changed()
  }

  #rewrite(format: Format, inputType: string | undefined): void {
    const input = this.#input as HTMLInputElement
    const caret = input.selectionStart ?? input.value.length
    const typed = reformat(this.#shown, { text: input.value, caret }, editOf(inputType), format)
    if (input.value === typed.text) return
    input.value = typed.text
    if (document.activeElement === input) input.setSelectionRange(typed.caret, typed.caret)
  }

  /** Undoes and redoes, because a browser's own history is lost when a text is rewritten. */
  #travel(event: Event): void {
    const step = this.#format && stepOf(event as KeyboardEvent | InputEvent)
    if (!step) return
    event.preventDefault()
    if ((this.#input as HTMLInputElement).readOnly) return
    const text = this.#history[step](this.#shown)
    if (text === undefined) return
    this.#show(text)
    this.#tell()
  }

  #show(text: string): void {
    this.#shown = text
    this.#input.value = text
  }
}
