import { element } from '../shared/dom.ts'

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
    this.#list.replaceChildren(...problems.map(itemOf))
    this.#box.hidden = problems.length === 0
    this.focusIfShown()
  }

  /** Updates the problem of one input while the summary is shown; unchanged problems are not announced again. */
  update(id: string, problems: readonly InputProblem[]): void {
    if (this.#box.hidden) return
    const [problem] = problems
    const link = this.#list.querySelector(`a[href="#${id}"]`)
    if (!problem) link?.parentElement?.remove()
    else if (!link) this.#list.append(itemOf(problem))
    else if (link.textContent !== problem.message) link.textContent = problem.message
    this.#box.hidden = this.#list.childElementCount === 0
  }

  focusIfShown(): void {
    if (!this.#box.hidden) this.#box.focus()
  }
}

function itemOf({ id, message }: InputProblem): HTMLElement {
  return element('li', {}, element('a', { href: `#${id}` }, message))
}
