import type { Config } from '#server/config.ts'
import { resetLifetime } from '#server/identity/embedded.ts'
import type { Principal } from '#server/identity/principal.ts'
import type { MailMessage } from '#server/mail/mail.ts'

/** The message with the link for a new password. Its token comes after the `#`, which browsers do not send to servers. */
export function resetMessage({ company, publicUrl }: Config, { name, email }: Principal, token: string): MailMessage {
  const minutes = resetLifetime / 60_000
  return {
    to: email,
    subject: `A new password for ${company.brand}`,
    text: `Hello ${name},

somebody, probably you, asked for a new password for ${email}.
Choose one here, within ${minutes} minutes:

${publicUrl}/#/admin/reset-password?token=${token}

If it was not you, do nothing: your password stays as it is.

${company.brand}
`,
  }
}
