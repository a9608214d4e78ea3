import type { Clock } from '#domain/clock.ts'
import type { ThreeDsServer } from '../server.ts'
import { SimulatedAcs } from './acs.ts'
import type { AuthenticationBook } from './book.ts'
import { type MethodPage, methodPageOf } from './method-page.ts'
import { SimulatedThreeDsServer } from './server.ts'

/** Where the simulator's pages stand under the gateway's own address. */
const METHOD_PATH = '/simulators/three-ds/method'
const CHALLENGE_PATH = '/simulators/three-ds/challenge'

/** A counterpart for 3-D Secure: the server behind the port, and the issuer's pages that `http` shows. */
export interface ThreeDsSimulator {
  readonly server: ThreeDsServer
  readonly acs: Pick<SimulatedAcs, 'openChallenge' | 'finishChallenge'>
  /** What the method page does with `threeDSMethodData`, or undefined where it is not valid or unknown. */
  methodPage(threeDSMethodData: string): Promise<MethodPage | undefined>
}

/**
 * Both sides of 3-D Secure on one book.
 * @param baseUrl of the gateway, without a trailing slash
 */
export function createThreeDsSimulator(book: AuthenticationBook, baseUrl: string, clock: Clock): ThreeDsSimulator {
  const acs = new SimulatedAcs(book, baseUrl + CHALLENGE_PATH)
  return {
    server: new SimulatedThreeDsServer(book, acs, clock, baseUrl + METHOD_PATH),
    acs,
    methodPage: (threeDSMethodData) => methodPageOf(book, threeDSMethodData),
  }
}
