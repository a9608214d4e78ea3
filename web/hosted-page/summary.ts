import { element } from '../shared/dom.ts'

/** Something wrong with one input. */
export interface InputProblem {
  readonly id: string
  readonly message: string
}

/** Everything that is wrong, at the top of the page, announced when it changes. */
export class Summary {
  readonly #box: HTMLElement
  readonly #list: HTMLElement

  constructor(box: HTMLElement) {
    this.#box = box
    this.#list = box.querySelector('ul')!
  }

  show(problems: readonly InputProblem[]): void {
    const items = problems.map(({ id, message }) => element('li', {}, element('a', { href: `#${id}` }, message)))
    this.#list.replaceChildren(...items)
    this.#box.hidden = problems.length === 0
    this.focusIfShown()
  }

  focusIfShown(): void {
    if (!this.#box.hidden) this.#box.focus()
  }
}
