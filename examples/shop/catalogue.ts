export interface Coffee {
  readonly slug: string
  readonly name: string
  readonly origin: string
  readonly notes: string
  /** Euro cents for 250 g. */
  readonly price: bigint
  /** The picture on its bag: paper, sky, sun, far hill, near hill. */
  readonly colours: readonly [bag: string, sky: string, sun: string, far: string, near: string]
}

export const CURRENCY = 'EUR'

export const COFFEES: readonly Coffee[] = [
  {
    slug: 'house',
    name: 'Larkspur House',
    origin: 'Brazil and Ethiopia',
    notes: 'Milk chocolate, hazelnut, a little orange',
    price: 1250n,
    colours: ['#45428f', '#f4d9b0', '#e8743b', '#7a77c4', '#34316f'],
  },
  {
    slug: 'guji',
    name: 'Guji Highland',
    origin: 'Ethiopia, washed',
    notes: 'Apricot, jasmine, wild honey',
    price: 1590n,
    colours: ['#c8643a', '#fbe6c3', '#f3b13c', '#e39a63', '#8f3f22'],
  },
  {
    slug: 'huila',
    name: 'Huila Sierra',
    origin: 'Colombia, washed',
    notes: 'Red apple, caramel, cocoa nib',
    price: 1420n,
    colours: ['#2f6b5b', '#f6e3cf', '#d9553f', '#6fa48f', '#1f4b40'],
  },
  {
    slug: 'nyeri',
    name: 'Nyeri Peak',
    origin: 'Kenya, double washed',
    notes: 'Blackcurrant, grapefruit, brown sugar',
    price: 1680n,
    colours: ['#7c2f4f', '#f7d8cf', '#f0a04b', '#b8658a', '#531b34'],
  },
  {
    slug: 'cerrado',
    name: 'Cerrado Gold',
    origin: 'Brazil, natural',
    notes: 'Roasted almond, dark chocolate, fig',
    price: 1190n,
    colours: ['#b98a2e', '#fdf0cf', '#d8612c', '#dbb86a', '#7a5a1b'],
  },
  {
    slug: 'moonlight',
    name: 'Moonlight Decaf',
    origin: 'Colombia, sugarcane decaf',
    notes: 'Toffee, plum, soft spice',
    price: 1340n,
    colours: ['#2d3a55', '#c9d4e6', '#f5efdf', '#6d80a6', '#1b2438'],
  },
]

/** The blend of the coffee box. */
export const HOUSE = COFFEES[0]!

/** A subscription to a bag of it. */
export const BOX = { name: 'Coffee box', days: 30 }

/** Sold by a payment link. */
export const TASTING = { name: 'Coffee tasting for two', price: 3900n }

/** A price as the shop shows it, to the last cent. */
export function priceTag(cents: bigint): string {
  return `€${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}
