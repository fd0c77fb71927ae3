import { Resolver } from 'node:dns/promises'

/** How long the lookups may take, in milliseconds. */
const within = 5_000
/** The names that mail services give their DKIM keys. */
const usualSelectors = ['default', 'dkim', 'mail', 'google', 'selector1', 'selector2', 's1', 's2', 'k1', 'k2', 'k3']

/** One of the DNS records that receivers of mail look for. */
export type DomainCheck = { name: string; state: 'good' | 'bad' | 'unknown'; message: string }
type DomainRecords = Omit<DomainCheck, 'name'>
/** The TXT records of a name; undefined when DNS did not answer. */
type Records = string[] | undefined
type LookUp = (name: string) => Promise<Records>

/**
 * Checks the DNS records of a sender's domain, all at the same time.
 * @param mailFrom the sender of all mail, such as `Acme <no-reply@example.com>`
 * @param selector the name of the DKIM key; '' for common ones
 * @param lookUp replaced by tests, whose names no name server knows
 */
export async function checkSenderDomain(
  { mailFrom, selector }: { mailFrom: string; selector: string },
  { recordsOf, end } = createLookUp(),
): Promise<DomainCheck[]> {
  const domain = /@([^@>\s]+)>?\s*$/.exec(mailFrom)?.[1]?.toLowerCase() ?? ''
  const looks: [name: string, found: Promise<DomainRecords>][] = [
    [`SPF of ${domain}`, recordsOf(domain).then(judgeSpf)],
    [`DKIM of ${domain}`, lookUpDkim(recordsOf, domain, selector)],
    [`DMARC of ${domain}`, lookUpDmarc(recordsOf, domain)],
  ]
  return Promise.all(looks.map(async ([name, found]) => ({ name, ...(await found) }))).finally(end)
}

/** Queries TXT records. A new resolver caches no answer, so a corrected record is found. */
function createLookUp(): { recordsOf: LookUp; end(): void } {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const deadline = setTimeout(() => resolver.cancel(), within).unref()
  return {
    recordsOf: (name) =>
      resolver.resolveTxt(name).then(
        (records) => records.map((parts) => parts.join('')),
        ({ code }: NodeJS.ErrnoException) => (code === 'ENOTFOUND' || code === 'ENODATA' ? [] : undefined),
      ),
    end: () => clearTimeout(deadline),
  }
}

const noAnswer: DomainRecords = { state: 'unknown', message: 'The name servers did not answer. Try again in a moment.' }

function judgeSpf(records: Records): DomainRecords {
  if (!records) return noAnswer
  const [spf, another] = records.filter((record) => /^v=spf1(\s|$)/i.test(record))
  if (spf === undefined)
    return {
      state: 'bad',
      message: 'There is no record. Publish one with your mail server, such as v=spf1 include:… -all.',
    }
  if (another !== undefined)
    return { state: 'bad', message: 'There are two records, so receivers ignore both. Join them into one.' }
  if (spf.split(/\s+/).some((term) => /^\+?all$/i.test(term)))
    return { state: 'bad', message: `It lets every server send in your name: ${spf}` }
  return { state: 'good', message: spf }
}

async function lookUpDkim(recordsOf: LookUp, domain: string, selector: string): Promise<DomainRecords> {
  const selectors = selector === '' ? usualSelectors : [selector]
  const answers = await Promise.all(selectors.map((name) => recordsOf(`${name}._domainkey.${domain}`)))
  const isKey = (record: string) => /(^|;)\s*p=/i.test(record)
  const at = answers.findIndex((records) => records?.some(isKey))
  const key = answers[at]?.find(isKey)
  if (key !== undefined) {
    if (/(^|;)\s*p=\s*(;|$)/i.test(key))
      return { state: 'bad', message: `The key “${selectors[at]}” has been withdrawn: it is empty.` }
    return { state: 'good', message: `The key “${selectors[at]}” is published.` }
  }
  if (answers.some((records) => records === undefined)) return noAnswer
  if (selector !== '') return { state: 'bad', message: `There is no key “${selector}”.` }
  return {
    state: 'unknown',
    message: 'No key has a common name. Enter the selector from your mail provider, and check again.',
  }
}

/** The policy of a domain is its own or that of a domain above it. */
async function lookUpDmarc(recordsOf: LookUp, domain: string): Promise<DomainRecords> {
  const labels = domain.split('.')
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
  const answers = await Promise.all(domains.map((name) => recordsOf(`_dmarc.${name}`)))
  const isPolicy = (record: string) => /^v=DMARC1\s*;/i.test(record)
  const policy = answers.find((records) => records?.some(isPolicy))?.find(isPolicy)
  if (policy !== undefined) return { state: 'good', message: policy }
  if (answers.some((records) => records === undefined)) return noAnswer
  return { state: 'bad', message: `There is no record. Start with v=DMARC1; p=none at _dmarc.${domain}.` }
}
