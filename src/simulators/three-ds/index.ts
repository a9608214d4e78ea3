import type { Clock } from '#domain/clock.ts'
import { readMethodData, writeMethodNotification } from '#three-ds/messages.ts'
import type { ThreeDsServer } from '#three-ds/server.ts'
import { type Challenge, type FinishedChallenge, SimulatedAcs } from './acs.ts'
import { flowOf } from './flows.ts'
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

/** Longer than the 5 s that browsers wait for a fingerprint (docs/reference/three-ds.md#fingerprint). */
const DELAY_SECONDS = 8

/** Posts `threeDSMethodData` to the notification URL, perhaps too late. */
interface MethodPage {
  readonly notificationUrl: string
  readonly threeDSMethodData: string
  readonly delaySeconds: number
}

/** @returns undefined if the data is invalid or of a card without a method URL */
async function methodPageOf(authentications: SimulatedAuthentications, field: string): Promise<MethodPage | undefined> {
  const data = readMethodData(field)
  const authentication = data && (await authentications.find(data.threeDSServerTransID))
  const method = authentication && flowOf(authentication.flow)?.method
  if (!method || method === 'none') return undefined
  return {
    notificationUrl: data.threeDSMethodNotificationURL,
    threeDSMethodData: writeMethodNotification(data.threeDSServerTransID),
    delaySeconds: method === 'delayed' ? DELAY_SECONDS : 0,
  }
}
