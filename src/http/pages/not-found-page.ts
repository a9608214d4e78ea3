import { RequestError } from '#domain/problem.ts'
import type { Answer } from '../route.ts'
import { messagePage } from './message-page.ts'

/** People see these pages, so an unknown id is a page too. */
export async function orNotFound(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof RequestError) || error.kind !== 'not-found') throw error
    return nothingHere()
  }
}

/** 404, for a browser. */
export function nothingHere(): Answer {
  const words = 'This address belongs to no payment that is under way. Go back to the shop.'
  return { status: 404, page: messagePage({ heading: 'Nothing here', words, framed: true }) }
}
