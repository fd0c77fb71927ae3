import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A message that the server has received; `source` is the whole message with its headers. */
export type Taken = {
  to: string
  source: string
  messageId: string
  /** Measured with `performance.now()`. */
  at: number
}
/** A refusal; its SMTP code says whether it is temporary (4xx) or permanent (5xx). */
export type Refusal = { code: number; text: string } | undefined

type Behaviour = {
  /** Returns the refusal of a recipient, if any. */
  onRecipient?: (address: string) => Refusal
  /** Returns the refusal of a whole message, if any. */
  onMessage?: (address: string) => Refusal
  /** The server waits for it before it acknowledges a message that has arrived. */
  beforeAnswer?: () => Promise<unknown>
}

export type SmtpSink = {
  url: string
  taken: Taken[]
  /** Connections opened so far. */
  connections(): number
  /** Replaces the server's answers. */
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

const refuse = ({ code, text }: NonNullable<Refusal>) => Object.assign(new Error(text), { responseCode: code })

/** An SMTP server on a free port that stores messages. A message counts once all of it has arrived, acknowledged or not. */
export async function startSmtpSink(behaviour: Behaviour = {}): Promise<SmtpSink> {
  let now = behaviour
  let connections = 0
  const taken: Taken[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect(_session, done) {
      connections++
      done()
    },
    onRcptTo({ address }, _session, done) {
      const refusal = now.onRecipient?.(address)
      done(refusal && refuse(refusal))
    },
    async onData(stream, session, done) {
      const source = await text(stream).catch(() => null)
      // The connection was lost in the middle of the message, so it has not arrived.
      if (source === null) return done(new Error('Broken off'))
      const to = session.envelope.rcptTo[0]?.address ?? ''
      const refusal = now.onMessage?.(to)
      if (refusal) return done(refuse(refusal))
      taken.push({ to, source, messageId: /^message-id:\s*(\S+)/im.exec(source)?.[1] ?? '', at: performance.now() })
      await now.beforeAnswer?.()
      done()
    },
  })
  // A client that is killed resets its connections.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    connections: () => connections,
    behave: (next) => {
      now = next
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
