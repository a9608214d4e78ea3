import { themeColors } from '../shared/theme-colors.ts'

/** The previews show what the form holds, before it is saved. */
function startPreview(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('[data-form="appearance"]')
  if (!form) return
  const previews = [...page.querySelectorAll<HTMLElement>('[data-preview]')]
  startPicker(form)
  form.addEventListener('input', ({ target }) => {
    const { name, value } = target as HTMLInputElement
    if (name === 'display_name') showName(previews, value)
    if (name === 'accent_color') showColor(previews, value.trim())
    if (name === 'logo') void showLogo(previews, value.trim())
  })
}

/** A picker has no empty color, so it only writes into its field. */
function startPicker(form: HTMLFormElement): void {
  const picker = form.querySelector<HTMLInputElement>('[data-picks]')
  const field = form.querySelector<HTMLInputElement>(`[name="${picker?.dataset.picks}"]`)
  if (!picker || !field) return
  picker.addEventListener('input', () => {
    field.value = picker.value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  field.addEventListener('input', () => {
    if (isColor(field.value)) picker.value = field.value.toLowerCase()
  })
}

function showName(previews: readonly HTMLElement[], name: string): void {
  for (const preview of previews) {
    const place = preview.querySelector<HTMLElement>('[data-name]')!
    place.textContent = name.trim() || place.dataset.name!
  }
}

/** An empty field is the default color, one that is half typed changes nothing. */
function showColor(previews: readonly HTMLElement[], color: string): void {
  if (color !== '' && !isColor(color)) return
  const root = getComputedStyle(document.documentElement)
  for (const { style } of previews) {
    for (const [name, value] of Object.entries(themeColors(color || '#000000'))) {
      style.setProperty(name, color === '' ? root.getPropertyValue(name) || 'initial' : value)
    }
  }
}

function isColor(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text)
}

/** Drawn, because the policy of the page loads no picture from an address of its own making. */
async function showLogo(previews: readonly HTMLElement[], address: string): Promise<void> {
  const picture = await pictureOf(address)
  for (const preview of previews) {
    const canvas = preview.querySelector('canvas')!
    const saved = preview.querySelector('img')
    canvas.hidden = picture === undefined
    if (saved) saved.hidden = picture !== undefined
    if (!picture) continue
    canvas.width = picture.width
    canvas.height = picture.height
    canvas.getContext('2d')!.drawImage(picture, 0, 0)
  }
}

async function pictureOf(address: string): Promise<ImageBitmap | undefined> {
  const [, type, base64] = /^data:(image\/(?:png|jpeg));base64,(.+)$/.exec(address) ?? []
  if (!type || !base64) return undefined
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return await createImageBitmap(new Blob([bytes], { type }))
  } catch {
    // The form says what is wrong with it.
    return undefined
  }
}

startPreview(document)
