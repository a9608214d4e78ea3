import { afterAll } from 'vitest'
import { systemClock } from '#domain/clock.ts'
import { openSimulatedAuthentications } from '#store/simulators/authentications.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { type Course, describeThreeDsServer } from '#test/three-ds-server-contract.ts'
import { writeChallengeRequest } from '#three-ds/messages.ts'
import { createThreeDsSimulator } from './index.ts'

let database: FreshDatabase
afterAll(() => database.drop())

describeThreeDsServer('the simulator', async () => {
  database = await freshDatabase()
  const authentications = openSimulatedAuthentications(database.sql)
  const { server, issuer } = createThreeDsSimulator(authentications, 'http://127.0.0.1:3000', systemClock)
  return {
    server,
    steer: (course) => ({ number: '4111111111111111', metadata: metadataFor(course) }),
    async conclude({ threeDsServerTransId, acsTransId, messageVersion }, choice) {
      const ids = { threeDSServerTransID: threeDsServerTransId, acsTransID: acsTransId, messageVersion }
      const creq = writeChallengeRequest({ ...ids, challengeWindowSize: '05' })
      await issuer.finishChallenge(creq, choice === 'cancel' ? 'CANCELED' : choice)
    },
  }
})

function metadataFor(course: Course): Record<string, unknown> {
  if (course === 'not-enrolled') return { simulated_flow: 'VERSIONING_NOT_ENROLLED' }
  if (course === 'challenge') return { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' }
  const simulated_flow = 'VERSIONING_FINGERPRINT_A_FRICTIONLESS'
  return { simulated_flow, authentication_simulator: { transStatus: course } }
}
