import type { Page } from '@playwright/test'
import { expect } from '#test/browser-test.ts'

/**
 * Measures every table that can be seen: each cell, with the words in it, lies inside its table, each table inside what
 * holds it and inside the window, and no word of a short vocabulary is broken.
 */
export const FAULTS = `(() => {
  const faults = []
  const inside = (what, inner, outer) => {
    if (inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5) {
      faults.push(what + ': ' + [inner.left, inner.right] + ' outside ' + [outer.left, outer.right])
    }
  }
  const boxOf = (element) => {
    const { left, right } = element.getBoundingClientRect()
    const { paddingLeft, paddingRight } = getComputedStyle(element)
    return { left: left + parseFloat(paddingLeft), right: right - parseFloat(paddingRight) }
  }
  const rectsOf = (node, from, to) => {
    const range = document.createRange()
    range.setStart(node, from)
    range.setEnd(node, to)
    return [...range.getClientRects()].filter(({ width }) => width > 0)
  }
  for (const table of document.querySelectorAll('main table')) {
    if (!table.checkVisibility() || table.closest('.scrolls')) continue
    const name = table.dataset.list
    const held = table.getBoundingClientRect()
    for (let outer = table.parentElement; outer !== document.body; outer = outer.parentElement) inside(name, held, boxOf(outer))
    inside(name, held, { left: 0, right: document.documentElement.clientWidth })
    for (const cell of table.querySelectorAll('td, th')) {
      if (!cell.checkVisibility() || getComputedStyle(cell.parentElement.parentElement).clipPath !== 'none') continue
      const what = name + ' ' + (cell.querySelector('[data-field]')?.dataset.field ?? cell.textContent)
      const box = cell.getBoundingClientRect()
      inside(what, box, held)
      for (const element of cell.querySelectorAll('*')) {
        if (element.checkVisibility()) inside(what + ' ' + element.tagName, element.getBoundingClientRect(), held)
      }
      const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      for (let node = words.nextNode(); node; node = words.nextNode()) {
        if (!node.parentElement.checkVisibility() || node.parentElement.closest('select, dialog')) continue
        for (const rect of rectsOf(node, 0, node.length)) inside(what + ' words', rect, box)
        for (const { index, 0: word } of node.data.matchAll(/[^\\s-]{1,13}(?=[\\s-]|$)/g)) {
          const starts = index === 0 || /[\\s-]/.test(node.data[index - 1])
          const tops = new Set(rectsOf(node, index, index + word.length).map(({ top }) => Math.round(top)))
          if (starts && tops.size > 1) faults.push(what + ' breaks ' + word)
        }
      }
    }
  }
  for (const figure of document.querySelectorAll('.figure')) {
    const isShort = figure.textContent.length < 18
    if (isShort && new Set(rectsOf(figure, 0, figure.childNodes.length).map(({ top }) => Math.round(top))).size > 1) faults.push(figure.textContent + ' breaks')
    inside(figure.textContent, rectsOf(figure, 0, figure.childNodes.length)[0], figure.parentElement.getBoundingClientRect())
  }
  for (const row of innerWidth === 375 ? document.querySelectorAll('[data-list="transactions"] tbody tr') : []) {
    const [title, amount] = ['.cell-title', '.cell-figure'].map((cell) => row.querySelector(cell).getBoundingClientRect())
    if (amount.top >= title.bottom) faults.push('an amount stands below its title')
  }
  for (const select of document.querySelectorAll('main select')) {
    if (select.checkVisibility() && select.offsetHeight < (innerWidth < 768 ? 44 : 24)) faults.push(select.name + ' is ' + select.offsetHeight + ' px high')
  }
  if (document.documentElement.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll('main *')].filter((element) => element.getBoundingClientRect().right > innerWidth)
    faults.push('the page scrolls sideways: ' + wide.at(-1)?.outerHTML.slice(0, 200))
  }
  return faults
})()`

/** Opens a page of the dashboard and measures it at these widths. */
export async function measure(page: Page, address: string, widths: readonly number[]): Promise<void> {
  await page.goto(address)
  await expect(page.locator('main h1')).toBeVisible()
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    faults.push(...(await page.evaluate<string[]>(FAULTS)).map((fault) => `${width}: ${fault}`))
  }
  expect.soft(faults, address).toEqual([])
}
