import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Config } from '#server/config.ts'

/** One message to one recipient. */
export type MailMessage = {
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
  /** Whom an answer goes to; whoever it is from when left out. */
  replyTo?: { name?: string; address: string }
  /** With its angle brackets; made up when left out. */
  messageId?: string
}

export type Mail = {
  /** `smtp` hands messages to a server; with `files` they end as `.eml` files under the data folder, and nothing leaves the machine. */
  kind: 'smtp' | 'files'
  /** @throws the SMTP client's error when the message was not taken (see `readFailure`) */
  send(message: MailMessage): Promise<void>
  close(): void
}

/** How long the server may take to answer, in milliseconds. A busy one may keep us waiting after the message (RFC 5321, 4.5.3.2). */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 30_000, socketTimeout: 120_000, dnsTimeout: 15_000 }

/** For how long a message is kept as a file, in milliseconds: it may hold a link that works. */
const filesKeptFor = 7 * 24 * 60 * 60 * 1000
/** How often files are looked through for what is older, in milliseconds. */
const cleanEvery = 60 * 60 * 1000

type MailSettings = { mail: Pick<Config['mail'], 'smtpUrl' | 'from'> & Partial<Config['mail']>; dataDir: string }

/** The one way by which messages leave: `SMTP_URL`'s server over connections that are kept, or files. */
export function createMail({ mail, dataDir }: MailSettings): Mail {
  const common = ({ replyTo, to, subject, ...message }: MailMessage): SendMailOptions => ({
    ...message,
    from: mail.from,
    // As objects, addresses are never taken apart again; a line break in a text cannot begin another header.
    to: { name: '', address: oneLine(to) },
    replyTo: replyTo && { name: oneLine(replyTo.name ?? ''), address: oneLine(replyTo.address) },
    subject: oneLine(subject),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const folder = join(dataDir, 'mail')
  const cleaning = setInterval(() => removeOldFiles(folder), cleanEvery).unref()
  removeOldFiles(folder)
  if (!mail.smtpUrl) return filesUnder(folder, common, () => clearInterval(cleaning))

  // Whether and when to try again is decided by the outbox alone, so the pool never queues a message again by itself.
  const pool = createTransport({
    url: mail.smtpUrl,
    pool: true,
    maxConnections: mail.connections,
    maxRequeues: 0,
    ...timeouts,
  })
  return {
    kind: 'smtp',
    async send(message) {
      await pool.sendMail(common(message))
    },
    close() {
      clearInterval(cleaning)
      pool.close()
    },
  }
}

function filesUnder(folder: string, common: (message: MailMessage) => SendMailOptions, close: () => void): Mail {
  const composer = createTransport({ streamTransport: true, buffer: true })
  return {
    kind: 'files',
    async send(message) {
      const { message: source, messageId } = await composer.sendMail(common(message))
      // Not the data folder above it: where that was moved away, a new one would stand in the way of its return.
      await mkdir(folder, { mode: 0o700 }).catch((error) => {
        if (error.code !== 'EEXIST') throw error
      })
      // The same message written again is the same file; a file is there whole or not at all.
      const file = join(folder, `${messageId.replace(/^<|@.*$/g, '').replace(/[^\w.-]/g, '_')}.eml`)
      await writeFile(`${file}.part`, source as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
    close,
  }
}

/** Also with a mail server: messages may be left from before there was one. What cannot be removed now is tried again. */
async function removeOldFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((name) => /\.eml(\.part)?$/.test(name))) {
    const file = join(folder, name)
    const stats = await lstat(file).catch(() => undefined)
    if (stats?.isFile() && stats.mtimeMs < Date.now() - filesKeptFor) await rm(file, { force: true }).catch(() => {})
  }
}

const oneLine = (text: string) => text.replace(/[\s\0]+/g, ' ').trim()
