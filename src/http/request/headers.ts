import type { FastifyRequest } from 'fastify'

/** Every value a header was sent with. Node hides the second of some headers, such as Authorization. */
export function headerValues(request: FastifyRequest, name: string): string[] {
  const { rawHeaders } = request.raw
  return rawHeaders.filter((_value, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name)
}
