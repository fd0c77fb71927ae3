import type { Company } from '#contract/company.ts'
import { createWorker } from '#server/worker-process.ts'
import type { StrengthCalls } from './strength-helper.ts'

/** Its word lists take a hundred megabytes, which a process of its own gives back when it is idle. */
const askHelper = createWorker<StrengthCalls>(new URL('./strength-helper.ts', import.meta.url), {
  size: 1,
  deadline: 10_000,
  memory: 256,
  queue: 20,
})

/**
 * Why a password is too easy to guess, in words for a person; undefined when it is not. Its least length is the contract's rule.
 * @param person whose password it is to be; their name and address are guessed first, and so are the company's
 */
export const passwordIssue = (
  password: string,
  person: { email: string; name: string },
  company: Pick<Company, 'brand' | 'domain'>,
): Promise<string | undefined> => askHelper('findWeakness', [password, ownWords(person, company)])

/** What is known of somebody without asking: each name as it is, its parts, and all of them in one, without digits too. */
function ownWords(
  { email, name }: { email: string; name: string },
  { brand, domain }: Pick<Company, 'brand' | 'domain'>,
): string[] {
  const names = [brand, domain, name, email.split('@')[0] ?? ''].flatMap((one) => {
    const parts = one.toLowerCase().split(/[^\p{L}\p{N}]+/u)
    return [one.toLowerCase(), parts.join(''), ...parts]
  })
  const words = names.flatMap((word) => [word, word.replace(/\d+/g, '')])
  // Two letters stand in any text.
  return [...new Set(words)].filter((word) => word.length > 2)
}
