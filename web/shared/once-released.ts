let isPressed = false
let waiting: (() => void)[] = []

function release(): void {
  isPressed = false
  // The click of this press comes first.
  for (const act of waiting) setTimeout(act)
  waiting = []
}

// A shop's own server may import what this is a part of; nobody presses anything there.
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => {
    isPressed = true
  })
  for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, release)
}

/** What moves the page waits for the end of a press: a button that slides away between press and click is not clicked. */
export function onceReleased(act: () => void): void {
  if (isPressed) waiting.push(act)
  else act()
}
