/** The reason why the mail server did not accept a message. */
export type SendFailure = {
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
const notTheAddress = /\b5\.[3-7]\.\d/

/** Classifies an error of the SMTP client. 5xx to the recipient or the message is permanent; all else is tried again. */
export function readFailure(error: unknown): SendFailure {
  const { code, command = '', responseCode = 0, response, message } = error as SmtpError
  const reason = oneLine(response ?? message ?? String(error))
  const toRecipient = /^(RCPT TO|DATA)/.test(command)
  if (toRecipient && responseCode >= 500) {
    return { reason, permanent: true, addressRefused: !notTheAddress.test(reason), serverFailed: false }
  }
  // The client itself refused the address.
  if (code === 'EENVELOPE' && command === 'API')
    return { reason, permanent: true, addressRefused: true, serverFailed: false }
  const temporary = toRecipient && responseCode >= 400 && responseCode !== 421
  return { reason, permanent: false, addressRefused: false, serverFailed: !temporary }
}

const oneLine = (text: string) =>
  text
    .replace(/[\s\0]+/g, ' ')
    .trim()
    .slice(0, 300)
