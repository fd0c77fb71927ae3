import type { Company } from '#contract/company.ts'
import { createWorker } from '#server/runtime/worker-process.ts'
import type { StrengthCalls } from './strength-worker.ts'

/** The word lists take a hundred megabytes. A worker process frees them when it ends after being idle. */
const askWorker = createWorker<StrengthCalls>(new URL('./strength-worker.ts', import.meta.url), {
  size: 1,
  deadline: 10_000,
  memory: 256,
  queue: 20,
})

/**
 * Why a password is too easy to guess, as a text for its owner; undefined when it is not. The contract checks its minimum length.
 * @param person the owner, whose name and address an attacker would try first, like the company's
 */
export const passwordIssue = (
  password: string,
  person: { email: string; name: string },
  company: Pick<Company, 'brand' | 'domain'>,
): Promise<string | undefined> => askWorker('findWeakness', [password, knownTerms(person, company)])

/** The terms that an attacker knows: each name as a whole, its parts, the parts joined, and each of these without digits. */
function knownTerms(
  { email, name }: { email: string; name: string },
  { brand, domain }: Pick<Company, 'brand' | 'domain'>,
): string[] {
  const names = [brand, domain, name, email.split('@')[0] ?? ''].flatMap((one) => {
    const parts = one.toLowerCase().split(/[^\p{L}\p{N}]+/u)
    return [one.toLowerCase(), parts.join(''), ...parts]
  })
  const terms = names.flatMap((term) => [term, term.replace(/\d+/g, '')])
  // Two letters occur in almost any password.
  return [...new Set(terms)].filter((term) => term.length > 2)
}
