import type { Config } from '#server/config/config.ts'
import { programVersion } from '#server/config/program-files.ts'
import { createFetchOutside, OutsideError, ofOperator } from '#server/http/fetch-outside.ts'
import { toColleague } from '#server/mail/mail-kind.ts'
import { checkSenderDomain } from '#server/mail/sender-domain.ts'
import { minute } from '#server/security/counters.ts'
import type { SystemCheck } from './system.contract.ts'

/** How long the site may take to answer, in milliseconds. */
const within = 5_000

type CheckResult = Omit<SystemCheck, 'name'>

/** Checks the DNS records of the site's mail and its public address, all at once. @param sender see `checkSenderDomain` @param lookUp replaced by tests */
export async function runChecks(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  sender: { mailFrom: string; selector: string },
  lookUp?: Parameters<typeof checkSenderDomain>[1],
): Promise<SystemCheck[]> {
  const [domain, address] = await Promise.all([checkSenderDomain(sender, lookUp), askPublicAddress(publicUrl)])
  return [...domain, { name: 'Public address', ...address }]
}

const fetchOwn = createFetchOutside(ofOperator)

async function askPublicAddress(publicUrl: string): Promise<CheckResult> {
  const bad = (message: string): CheckResult => ({ state: 'bad', message })
  try {
    const { status, body } = await fetchOwn(`${publicUrl}/healthz`, { maxBytes: 10_000, timeout: within })
    const version = status === 200 ? versionIn(body.toString()) : undefined
    if (version === undefined)
      return bad(`${publicUrl} answers ${status}, and not as this program. Does the proxy point to this server?`)
    if (version !== programVersion)
      return bad(`Version ${version} answers at ${publicUrl}, and this is ${programVersion}.`)
    if (!publicUrl.startsWith('https:')) return bad(`${publicUrl} answers, but not over https.`)
    return { state: 'good', message: `${publicUrl} leads here.` }
  } catch (error) {
    if (error instanceof OutsideError) return bad(`${publicUrl}: ${error.message}`)
    throw error
  }
}

function versionIn(text: string): string | undefined {
  try {
    const { status, version } = JSON.parse(text)
    return status === 'ok' && typeof version === 'string' ? version : undefined
  } catch {
    return undefined
  }
}

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its recipient is the member of staff who requested it. */
    mailTest: undefined
  }
}

export const mailTest = toColleague<'mailTest'>(15 * minute, async ({ site, render }) => {
  const { company, publicUrl } = await site.now()
  const rendered = await render('MailTest', { company, publicUrl })
  return { subject: `[Test] Email from ${company.brand}`, ...rendered }
})
