const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }

/** Shows the values of the point that is hovered or focused next to the chart; arrow keys move between points. */
export function startCharts(page: Document): void {
  for (const chart of page.querySelectorAll<HTMLElement>('[data-chart]')) {
    const points = [...chart.querySelectorAll<SVGElement>('[data-tip]')]
    const words = chart.querySelector('[data-tip-text]')
    const show = ({ target }: Event) => {
      const tip = (target as Element).closest<SVGElement>('[data-tip]')?.dataset.tip
      if (words && tip !== undefined) words.textContent = tip
    }
    chart.addEventListener('pointerover', show)
    chart.addEventListener('focusin', show)
    chart.addEventListener('keydown', (event) => move(event, points))
  }
}

function move(event: KeyboardEvent, points: readonly SVGElement[]): void {
  const at = points.indexOf(event.target as SVGElement)
  const next = at >= 0 ? placeAfter(event.key, at, points.length) : undefined
  if (next === undefined) return
  event.preventDefault()
  points[at]!.setAttribute('tabindex', '-1')
  points[next]!.setAttribute('tabindex', '0')
  points[next]!.focus()
}

function placeAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = STEPS[key]
  return step === undefined ? undefined : Math.min(Math.max(at + step, 0), count - 1)
}
