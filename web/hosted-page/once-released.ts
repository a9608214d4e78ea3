let isPressed = false

addEventListener('pointerdown', () => {
  isPressed = true
})

for (const type of ['pointerup', 'pointercancel']) {
  addEventListener(type, () => {
    isPressed = false
  })
}

/** What moves the page waits for the end of a press: a button that slides away between press and click is not clicked. */
export function onceReleased(act: () => void): void {
  if (isPressed) addEventListener('pointerup', () => setTimeout(act), { once: true })
  else act()
}
