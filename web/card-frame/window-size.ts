/** Window sizes of EMV 3DS that the bank's page is made for, in pixels, the largest first; `05` is full screen. */
const SIZES: readonly (readonly [code: string, width: number, height: number])[] = [
  ['03', 500, 600],
  ['04', 600, 400],
  ['02', 390, 400],
]

/** Below this width a window of its own leaves too little room. */
const PHONE = 420
/** Space around the bank's page in the dialog. */
const MARGIN = { width: 32, height: 150 }

/** The challenge window size to ask the bank for, by the space on the screen. */
export function windowSizeFor({ width, height }: { readonly width: number; readonly height: number }): string {
  if (width < PHONE) return '05'
  const fits = SIZES.find(([, wide, high]) => wide + MARGIN.width <= width && high + MARGIN.height <= height)
  return fits?.[0] ?? '05'
}
