import { COFFEES, type Coffee } from './catalogue.ts'

/** Some bags of one coffee. */
export interface Line {
  readonly coffee: Coffee
  readonly quantity: number
}

const MOST_BAGS = 20

/** The basket a cookie holds, `house:2,guji:1`; anything else in it is ignored. */
export function readBasket(cookieHeader = ''): readonly Line[] {
  const written = /(?:^|; )basket=([a-z0-9:,]*)/.exec(cookieHeader)?.[1] ?? ''
  const quantities = new Map(written.split(',').map((line) => line.split(':') as [string, string]))
  return COFFEES.map((coffee) => ({ coffee, quantity: bags(quantities.get(coffee.slug)) })).filter(hasBags)
}

/** The Set-Cookie header that keeps a basket for a week, or forgets an empty one. */
export function basketCookie(basket: readonly Line[]): string {
  const value = basket.map(({ coffee, quantity }) => `${coffee.slug}:${quantity}`).join(',')
  return `basket=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${value === '' ? 0 : 604_800}`
}

/** The basket with some bags more (or, below zero, fewer) of a coffee. */
export function withBags(basket: readonly Line[], slug: string, more: number): readonly Line[] {
  return COFFEES.map((coffee) => {
    const present = basket.find((line) => line.coffee === coffee)?.quantity ?? 0
    return { coffee, quantity: coffee.slug === slug ? bags(present + more) : present }
  }).filter(hasBags)
}

/** Adds up a basket, in cents. */
export function totalOf(basket: readonly Line[]): bigint {
  return basket.reduce((total, { coffee, quantity }) => total + coffee.price * BigInt(quantity), 0n)
}

/** The basket to check out; an empty one gets a bag of the house blend. */
export function basketOf(cookieHeader: string | undefined): readonly Line[] {
  const basket = readBasket(cookieHeader)
  return basket.length > 0 ? basket : withBags([], 'house', 1)
}

function bags(quantity: unknown): number {
  const count = Number(quantity)
  return Number.isInteger(count) ? Math.min(Math.max(count, 0), MOST_BAGS) : 0
}

function hasBags({ quantity }: Line): boolean {
  return quantity > 0
}
