/** Window sizes of EMV 3DS that the bank's page is made for, in pixels, the roomiest first; `05` is all there is. */
const SIZES: readonly (readonly [code: string, width: number, height: number])[] = [
  ['03', 500, 600],
  ['04', 600, 400],
  ['02', 390, 400],
]

/** Under this width a window beside the page's edge helps nobody. */
const PHONE = 420
/** What the dialog needs around the bank's page. */
const MARGIN = { width: 32, height: 150 }

/** The window size to ask the bank for, by the room on the screen. */
export function windowSizeFor({ width, height }: { readonly width: number; readonly height: number }): string {
  if (width < PHONE) return '05'
  const fits = SIZES.find(([, wide, high]) => wide + MARGIN.width <= width && high + MARGIN.height <= height)
  return fits?.[0] ?? '05'
}
