import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { eventually } from './eventually.ts'

/** A mail as its receiver sees it. */
export interface ReceivedMail {
  readonly to: string
  /** Lower-case names; values decoded and unfolded. */
  readonly headers: ReadonlyMap<string, string>
  /** As it was on the wire. */
  readonly source: string
  readonly text: string
  readonly html: string
}

/** Reply in place of an acceptance: to a recipient or to a message. */
export interface Refusal {
  readonly at: 'rcpt' | 'data'
  /** 0: the message is accepted, and the connection ends without a reply. `never`: it waits for the reply. */
  readonly code: number | 'never'
}

/** A mail server on a port of its own, which speaks SMTP and keeps what it gets. */
export interface MailServer {
  readonly url: string
  readonly received: readonly ReceivedMail[]
  /** Set to refuse mails to an address. */
  readonly refusals: Map<string, Refusal>
  /** Waits for a mail to an address. */
  mailTo(address: string): Promise<ReceivedMail>
  mailsTo(address: string): readonly ReceivedMail[]
  close(): Promise<void>
}

/** @param tls what it shows after STARTTLS, which it otherwise does not offer */
export async function startMailServer(tls?: { readonly cert: string; readonly key: string }): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const refusals = new Map<string, Refusal>()
  const refusalOf = (address: string, at: Refusal['at']) => {
    const refusal = refusals.get(address)
    return refusal?.at === at ? Object.assign(new Error('Not here.'), { responseCode: refusal.code }) : null
  }
  const server = new SMTPServer({
    authOptional: true,
    ...(tls ?? { disabledCommands: ['STARTTLS'] }),
    onRcptTo: ({ address }, _session, done) => done(refusalOf(address, 'rcpt')),
    onData: (stream, { envelope }, done) => {
      void text(stream).then((source) => {
        const to = envelope.rcptTo[0]!.address
        const refusal = refusalOf(to, 'data')
        if (!refusal?.responseCode || refusal.responseCode === 'never') received.push(readMail(to, source))
        if (refusal?.responseCode === 'never') return
        if (refusal?.responseCode === 0) for (const socket of sockets) socket.destroy()
        else done(refusal)
      })
    },
  })
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => void sockets.add(socket))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()))
  const { port } = server.server.address() as AddressInfo
  const mailsTo = (address: string) => received.filter(({ to }) => to === address)
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusals,
    mailsTo,
    mailTo: (address) => eventually(`a mail to ${address}`, 30, async () => mailsTo(address)[0]),
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

function readMail(to: string, source: string): ReceivedMail {
  const { headers, body } = readPart(source)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? ''
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => readPart(part.replace(/^\r\n/, '')))
  const content = (type: string) => {
    const part = parts.find((one) => one.headers.get('content-type')?.startsWith(type))
    return part ? decode(part.body, part.headers.get('content-transfer-encoding') ?? '') : ''
  }
  return { to, headers, source, text: content('text/plain'), html: content('text/html') }
}

function readPart(source: string) {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), decodeWords(line.slice(at + 1).trim())] as const
    }),
  )
  return { headers, body: source.slice(end + 4) }
}

/** Decodes words of a header (RFC 2047). */
function decodeWords(value: string): string {
  const joined = value.replaceAll(/\?= +=\?/g, '?==?')
  return joined.replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
    decode(
      kind.toLowerCase() === 'b' ? word : word.replaceAll('_', ' '),
      kind.toLowerCase() === 'b' ? 'base64' : 'quoted-printable',
    ),
  )
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
