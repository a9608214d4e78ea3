const LENGTH = 100

/** Earlier texts of an input, for undo and redo. */
export class TypingHistory {
  #past: string[] = []
  #future: string[] = []

  /** A person changed the text. */
  note(before: string, now: string): void {
    if (before === now) return
    this.#past = [...this.#past, before].slice(-LENGTH)
    this.#future = []
  }

  forget(): void {
    this.#past = []
    this.#future = []
  }

  /** @returns the text before this one; undefined if there is none */
  undo(now: string): string | undefined {
    const before = this.#past.pop()
    if (before !== undefined) this.#future.push(now)
    return before
  }

  /** @returns the text that was undone last; undefined if there is none */
  redo(now: string): string | undefined {
    const after = this.#future.pop()
    if (after !== undefined) this.#past.push(now)
    return after
  }
}

/** Reads the shortcuts of all systems, and what menus and gestures ask for (Input Events Level 2). */
export function stepOf(event: KeyboardEvent | InputEvent): 'undo' | 'redo' | null {
  if (event.isComposing) return null
  if ('inputType' in event) {
    if (event.inputType === 'historyUndo') return 'undo'
    return event.inputType === 'historyRedo' ? 'redo' : null
  }
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (altKey || ctrlKey === metaKey) return null
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  return key.toLowerCase() === 'y' && ctrlKey ? 'redo' : null
}
