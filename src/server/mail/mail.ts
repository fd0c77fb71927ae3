import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'

/** One message to one address. `html` stands beside the plain text, never instead of it. */
export type MailMessage = { to: string; subject: string; text: string; html?: string; headers?: Record<string, string> }

export type Mail = {
  kind: 'smtp' | 'files'
  /** Hands a message over; it is resolved once the server has taken it, or the file is written. @throws when it is refused */
  send(message: MailMessage): Promise<void>
  close(): void
}

/** How long a mail server may take to answer, in milliseconds. */
const answerWithin = 10_000

/** The way out for mail: the server of `SMTP_URL`, else files `*.eml` in the data folder, which any mail program opens. */
export function createMail({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): Mail {
  const { smtpUrl, from } = mail
  if (smtpUrl === undefined) return writeFiles(join(dataDir, 'mail'), from)
  const transport = createTransport(
    { url: smtpUrl, pool: true, connectionTimeout: answerWithin, greetingTimeout: answerWithin, socketTimeout: 2 * answerWithin },
    { from },
  )
  return {
    kind: 'smtp',
    send: async (message) => void (await transport.sendMail(message)),
    close: () => transport.close(),
  }
}

function writeFiles(folder: string, from: string): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true }, { from })
  return {
    kind: 'files',
    async send(message) {
      const { message: bytes } = await transport.sendMail(message)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`), bytes as Buffer)
    },
    close: () => {},
  }
}
