import { expect, test } from 'vitest'
import { stepOf, TypingHistory } from './typing-history.ts'

test('what was undone can be done again until something else is typed', () => {
  const history = new TypingHistory()
  history.note('', '4')
  history.note('4', '41')
  expect(history.undo('41')).toBe('4')
  expect(history.undo('4')).toBe('')
  expect(history.undo('')).toBeUndefined()
  expect(history.redo('')).toBe('4')
  history.note('4', '42')
  expect(history.redo('42')).toBeUndefined()
  expect(history.undo('42')).toBe('4')
})

test('a removed security code cannot be restored', () => {
  const history = new TypingHistory()
  history.note('', '123')
  history.forget()
  expect(history.undo('')).toBeUndefined()
})

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false }

test.each([
  [{ key: 'z', ctrlKey: true }, 'undo'],
  [{ key: 'z', metaKey: true }, 'undo'],
  [{ key: 'Z', ctrlKey: true, shiftKey: true }, 'redo'],
  [{ key: 'y', ctrlKey: true }, 'redo'],
  [{ key: 'y', metaKey: true }, null],
  [{ key: 'z' }, null],
  [{ key: 'z', ctrlKey: true, altKey: true }, null],
  [{ key: 'z', ctrlKey: true, isComposing: true }, null],
  [{ inputType: 'historyUndo' }, 'undo'],
  [{ inputType: 'historyRedo' }, 'redo'],
  [{ inputType: 'insertText' }, null],
] as const)('%j is %s', (event, step) => {
  expect(stepOf({ ...NONE, ...event } as unknown as KeyboardEvent)).toBe(step)
})
