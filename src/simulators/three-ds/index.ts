import type { Clock } from '#domain/clock.ts'
import type { ThreeDsServer } from '#three-ds/server.ts'
import { type Challenge, type FinishedChallenge, SimulatedAcs } from './acs.ts'
import { type MethodPage, methodPageOf } from './method-page.ts'
import { SimulatedThreeDsServer } from './server.ts'
import type { Choice, SimulatedAuthentications } from './simulated-authentications.ts'

export type { Choice, SimulatedAuthentications }

const METHOD_PATH = '/simulators/three-ds/method'
const CHALLENGE_PATH = '/simulators/three-ds/challenge'

/** Both sides of 3-D Secure: the server behind the port, and the issuer whose pages `http` shows. */
export interface ThreeDsSimulator {
  readonly server: ThreeDsServer
  readonly issuer: {
    /** Content of the method page for `threeDSMethodData`; undefined if invalid or unknown. */
    methodPage(threeDSMethodData: string): Promise<MethodPage | undefined>
    openChallenge(creq: string): Promise<Challenge | undefined>
    finishChallenge(creq: string, choice: Choice): Promise<FinishedChallenge | undefined>
  }
}

/** Both sides of 3-D Secure on one ledger. @param baseUrl of the gateway, without a trailing slash */
export function createThreeDsSimulator(
  authentications: SimulatedAuthentications,
  baseUrl: string,
  clock: Clock,
): ThreeDsSimulator {
  const acs = new SimulatedAcs(authentications, baseUrl + CHALLENGE_PATH)
  return {
    server: new SimulatedThreeDsServer(authentications, acs, clock, baseUrl + METHOD_PATH),
    issuer: {
      methodPage: (threeDSMethodData) => methodPageOf(authentications, threeDSMethodData),
      openChallenge: (creq) => acs.openChallenge(creq),
      finishChallenge: (creq, choice) => acs.finishChallenge(creq, choice),
    },
  }
}
