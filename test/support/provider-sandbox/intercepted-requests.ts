import { type Answer, outbound } from '#outbound/http-client.ts'

type Send = typeof outbound.send

/**
 * Puts a step between this process and every server that it calls.
 * @param change gets what sends the request, and gives the answer
 * @returns what ends that
 */
export function interceptRequests(change: (send: () => Promise<Answer>) => Promise<Answer>): () => void {
  const { send } = outbound
  outbound.send = ((request) => change(() => send.call(outbound, request))) as Send
  return () => {
    outbound.send = send
  }
}
