import { expect, test } from 'vitest'
import { lightnessOf } from './page-ground.ts'

const isDark = (color: string) => {
  const lightness = lightnessOf(color)
  return lightness === null ? null : lightness < 0.46
}

test.each([
  ['rgb(255, 255, 255)', false],
  ['rgb(17, 24, 39)', true],
  ['rgba(0, 0, 0, 0)', null],
  ['rgba(0, 0, 0, 0.2)', null],
  ['rgba(17, 24, 39, 0.9)', true],
  ['oklch(0.21 0.03 264)', true],
  ['oklch(0.97 0.01 264)', false],
  ['oklab(0.2 0.01 0.01 / 0.1)', null],
  ['lab(8 -2 -9)', true],
  ['color(srgb 0.05 0.05 0.08)', true],
  ['color(display-p3 0.9 0.9 0.95)', false],
  ['color(srgb 0.05 0.05 0.08 / 0.1)', null],
  ['something else', null],
])('the color %s behind a frame: dark is %s', (color, dark) => {
  expect(isDark(color)).toBe(dark)
})
