import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions, Transporter } from 'nodemailer'
import type { Config } from '#server/config/config.ts'
import type { Transaction } from '#server/database/connect.ts'
import type { Job } from '#server/database/jobs.ts'

/** A calendar file (RFC 5545). `method` is what a calendar does with it (RFC 5546). */
export type CalendarFile = { method: 'PUBLISH' | 'CANCEL'; fileName: string; content: string }

/** One message to one recipient. */
export type MailMessage = {
  to: string
  /** The name in front of the sender's address, in place of the company's. */
  fromName?: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
  /** Left out, replies go to the sender. */
  replyTo?: { name?: string; address: string }
  /** With its angle brackets; generated when left out. */
  messageId?: string
  /** The Message-IDs of earlier messages of the same conversation, oldest first, without angle brackets. The message answers the last. */
  references?: string[]
  calendar?: CalendarFile
}

export type Mail = {
  /** `smtp` hands messages to a server; `files` writes them as `.eml` files into the data folder and sends nothing. */
  kind: 'smtp' | 'files'
  /** @throws the SMTP client's error when the message was not accepted (see `readFailure`) */
  send(message: MailMessage): Promise<void>
  close(): void
}

/** How long the server may take to answer, in milliseconds. A busy one may take long to accept a message (RFC 5321, 4.5.3.2). */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 30_000, socketTimeout: 120_000, dnsTimeout: 15_000 }

/** How long a message file is stored, in milliseconds. It may contain a link that still works. */
const fileLifetime = 7 * 24 * 60 * 60 * 1000

const folderIn = (dataDir: string) => join(dataDir, 'mail')

type MailSettings = { mail: Pick<Config['mail'], 'smtpUrl' | 'from'> & Partial<Config['mail']>; dataDir: string }

/**
 * Sends messages over a pool of connections to the server of `SMTP_URL`, or writes them to files when it is not set.
 * @param sender returns the sender, for each message
 */
export function createMail({ mail, dataDir }: MailSettings, sender = async () => mail.from): Mail {
  const common = async ({ replyTo, to, subject, fromName, references = [], calendar, ...message }: MailMessage) => ({
    ...message,
    ...(calendar && {
      icalEvent: { method: calendar.method, filename: calendar.fileName, content: calendar.content },
    }),
    from: fromName === undefined ? await sender() : { name: oneLine(fromName), address: addressIn(await sender()) },
    ...(references.length > 0 && {
      inReplyTo: `<${references.at(-1)}>`,
      references: references.map((id) => `<${id}>`),
    }),
    // Addresses are given as objects, so that they are not parsed again; without line breaks, a text cannot begin another header.
    to: { name: '', address: oneLine(to) },
    replyTo: replyTo && { name: oneLine(replyTo.name ?? ''), address: oneLine(replyTo.address) },
    subject: oneLine(subject),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const folder = folderIn(dataDir)
  if (!mail.smtpUrl) return filesUnder(folder, common)

  // Only the send loop decides on further attempts, so the pool must not requeue messages itself.
  const options = { url: mail.smtpUrl, pool: true, maxConnections: mail.connections, maxRequeues: 0, ...timeouts }
  let pool: Promise<Transporter> | undefined
  return {
    kind: 'smtp',
    async send(message) {
      pool ??= import('nodemailer').then(({ createTransport }) => createTransport(options))
      await (await pool).sendMail(await common(message))
    },
    close() {
      pool?.then((opened) => opened.close())
    },
  }
}

function filesUnder(folder: string, common: (message: MailMessage) => Promise<SendMailOptions>): Mail {
  return {
    kind: 'files',
    async send(message) {
      const { createTransport } = await import('nodemailer')
      const composer = createTransport({ streamTransport: true, buffer: true })
      const { message: source, messageId } = await composer.sendMail(await common(message))
      // The data folder itself is not created: when it was moved away, a new one would be in the way of moving it back.
      await mkdir(folder, { mode: 0o700 }).catch((error) => {
        if (error.code !== 'EEXIST') throw error
      })
      // The same message always has the same file name, and renaming makes the file appear complete.
      const file = join(folder, `${messageId.replace(/^<|@.*$/g, '').replace(/[^\w.-]/g, '_')}.eml`)
      await writeFile(`${file}.part`, source as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
    close() {},
  }
}

/** Runs with a mail server too: files may be left from before it was set up. Files that cannot be removed are tried again at the next run. */
export async function removeOldFiles(dataDir: string): Promise<void> {
  const folder = folderIn(dataDir)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((name) => /\.eml(\.part)?$/.test(name))) {
    const file = join(folder, name)
    const stats = await lstat(file).catch(() => undefined)
    if (stats?.isFile() && stats.mtimeMs < Date.now() - fileLifetime) await rm(file, { force: true }).catch(() => {})
  }
}

export const oldMessageFiles: Job<{ config: Config }> = {
  name: 'Delete old email files',
  once: 'process',
  every: 60 * 60 * 1000,
  work: ({ config }) => removeOldFiles(config.dataDir),
}

/** The address of a sender such as `Acme Cloud <no-reply@example.com>`. */
const addressIn = (sender: string) => /<([^<>]*)>\s*$/.exec(sender)?.[1] ?? sender.trim()

const oneLine = (text: string) => text.replace(/[\s\0]+/g, ' ').trim()

/** What a mail server reports on the delivery of a message (RFC 3464). Message-IDs are with or without angle brackets. */
export type DeliveryReport = {
  messageIds: string[]
  recipients: { addresses: string[]; action: string; status: string; reason: string }[]
}

/** Both parts of a message, made from one template. */
export type RenderedMail = { html: string; text: string }

/** The component of every template, by its name. @public Each `*.mail.tsx` adds those that it exports. */
// biome-ignore lint/suspicious/noEmptyInterface: declarations of the templates are merged into it
export interface MailTemplates {}

export type RenderMail = <Name extends keyof MailTemplates>(
  name: Name,
  props: Parameters<MailTemplates[Name]>[0],
) => Promise<RenderedMail>

/** The mail services for features. All messages go through the queue. */
export type MailService = {
  kind: Mail['kind']
  render: RenderMail
  /**
   * Stores that a message did not arrive, which the mail server had accepted.
   * @returns whether it is one of ours that had counted as sent
   */
  undelivered(trx: Transaction, messageId: string, reason: string): Promise<boolean>
  /**
   * Stores what a mail server reports on a delivery.
   * @returns whether it is about a message of ours that had counted as sent
   */
  applyReport(report: DeliveryReport): Promise<boolean>
  /** Aborts when this process stops sending, so that no call waits for a message. */
  stopping: AbortSignal
}

/** The reason why the mail server did not accept a message. */
type SendFailure = {
  reason: string
  /** The recipient or the message was refused for good (5xx), so another attempt would fail too. */
  permanent: boolean
  /** The address was refused, so later messages to it would fail too. */
  addressRefused: boolean
  /** The server or the connection to it failed, so messages to other recipients would fail too. */
  serverFailed: boolean
}

type SmtpError = Partial<{ code: string; command: string; responseCode: number; response: string; message: string }>

/** Refusals for reasons other than the address: system (5.3), network (5.4), protocol (5.5), content (5.6), policy (5.7). */
export const notTheAddress = /\b5\.[3-7]\.\d/

/** A relay on the same machine mostly has a certificate that it has made itself. The client's advice does not say what to do about it here. */
function untrusted({ response, message = '' }: SmtpError): string | undefined {
  if (response !== undefined || !/certificate/i.test(message)) return undefined
  return `The certificate of the mail server is not trusted (${oneLine(message.replace(/[;:].*/s, ''))}). Give it another, or add ?tls.rejectUnauthorized=false to SMTP_URL to encrypt without checking it, or ?ignoreTLS=true not to encrypt`
}

/** Classifies an error of the SMTP client. 5xx to the recipient or the message is permanent; all else is tried again. */
export function readFailure(error: unknown): SendFailure {
  const { code, command = '', responseCode = 0, response, message } = error as SmtpError
  const reason = (untrusted(error as SmtpError) ?? oneLine(response ?? message ?? String(error))).slice(0, 300)
  const toRecipient = /^(RCPT TO|DATA)/.test(command)
  if (toRecipient && responseCode >= 500) {
    return { reason, permanent: true, addressRefused: !notTheAddress.test(reason), serverFailed: false }
  }
  // The client itself refused the address.
  if (code === 'EENVELOPE' && command === 'API')
    return { reason, permanent: true, addressRefused: true, serverFailed: false }
  if (toRecipient && responseCode >= 400 && responseCode !== 421)
    return { reason, permanent: false, addressRefused: false, serverFailed: false }
  // The message is too large for this server, or empty.
  if ((code === 'EMESSAGE' && !toRecipient) || (command === 'MAIL FROM' && responseCode === 552))
    return { reason, permanent: true, addressRefused: false, serverFailed: false }
  return { reason, permanent: false, addressRefused: false, serverFailed: true }
}

/**
 * Deletes message files (`DATA_DIR/mail`) of whatever kind.
 * @param isToDelete decides by a file's text as it is written, and in the encodings of mail; in lower case
 */
export async function deleteMessageFiles(dataDir: string, isToDelete: (texts: string[], id: string) => boolean) {
  const folder = folderIn(dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name)
    const source = await readFile(file, 'latin1').catch(() => '')
    const texts = decodings(source).map((text) => text.toLowerCase())
    if (isToDelete(texts, name.replace(/\.eml(\.part)?$/, ''))) await rm(file, { force: true })
  }
}

/** A message as it is written, and its parts in the encodings of mail. */
const decodings = (source: string): string[] => [
  source,
  source
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  ...[...source.matchAll(/(?:^[A-Za-z0-9+/]{20,}={0,2}\r?\n)+(?:[A-Za-z0-9+/]+={0,2}\r?\n)?/gm)].map(([part]) =>
    Buffer.from(part, 'base64').toString('latin1'),
  ),
]
