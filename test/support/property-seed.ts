import fc from 'fast-check'

/** Seed of the standard tests, where chance must fail no one's change; the long tests explore with `PROPERTY_SEED`. */
const FIXED_SEED = 20_261_128

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? FIXED_SEED) })
