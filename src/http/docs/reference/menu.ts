import { REFERENCE } from '../operations.ts'
import type { Site } from '../site.ts'
import type { Chapter } from './chapters.ts'

/** Adds the API reference as the first group of the menu. */
export function withReference(site: Site, chapters: readonly Chapter[]): Site {
  const group = {
    title: 'API reference',
    about: 'Every operation with its fields, answers and examples.',
    pages: [{ address: REFERENCE, title: 'Every operation' }, ...chapters],
  }
  return { ...site, menu: [group, ...site.menu] }
}
