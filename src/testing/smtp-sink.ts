import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A message as the server took it; `source` is all of it, headers first. */
export type Taken = {
  to: string
  source: string
  messageId: string
  /** On the clock of `performance.now()`. */
  at: number
}
/** A refusal: its SMTP code decides whether it is for now (4xx) or for good (5xx). */
export type Refusal = { code: number; text: string } | undefined

type Behaviour = {
  /** Whether a recipient is refused. */
  onRecipient?: (address: string) => Refusal
  /** Whether a message is refused after it was sent. */
  onMessage?: (address: string) => Refusal
  /** Waited for after a message has arrived, before it is acknowledged. */
  beforeAnswer?: () => Promise<unknown>
}

export type SmtpSink = {
  url: string
  taken: Taken[]
  /** Connections opened so far. */
  connections(): number
  /** What is said from now on. */
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

const refuse = ({ code, text }: NonNullable<Refusal>) => Object.assign(new Error(text), { responseCode: code })

/** A real SMTP server on a free port that keeps what it takes. A message counts as taken once it has arrived whole, acknowledged or not. */
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
      // Broken off in the middle: nothing has arrived.
      if (source === null) return done(new Error('Broken off'))
      const to = session.envelope.rcptTo[0]?.address ?? ''
      const refusal = now.onMessage?.(to)
      if (refusal) return done(refuse(refusal))
      taken.push({ to, source, messageId: /^message-id:\s*(\S+)/im.exec(source)?.[1] ?? '', at: performance.now() })
      await now.beforeAnswer?.()
      done()
    },
  })
  // A client that is killed breaks its connections off.
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
