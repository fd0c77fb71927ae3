import { cleanText } from '#contract/clean-text.ts'
import { emailAddress } from '#contract/fields.ts'

/** Why an address is not imported. */
export const reasons = {
  formula: 'Looks like a spreadsheet formula',
  empty: 'No email address',
  malformed: 'Not an email address',
  unsubscribed: 'Unsubscribed',
  skipped: 'Skipped by status',
  erased: 'Erased on request',
}

/** A spreadsheet would run a formula when the list is exported and opened. */
export const isFormula = (text: string) => /^[=+@-]/.test(text)

const longestName = 200
const contract = emailAddress()

export type Address = { email: string; name?: string | undefined } | { text: string; reason: string }

/** The addresses of a cell: one, several between commas, semicolons or spaces, each also as `Name <a@b>` or `mailto:a@b`. */
export function addressesIn(cell: string): Address[] {
  const text = cell.replace(/[\u200b-\u200d\u2060\ufeff]/g, '').trim()
  if (isFormula(text)) return [{ text, reason: reasons.formula }]
  const found: Address[] = []
  const parts = text.split('>')
  const rest = parts.pop() ?? ''
  for (const part of parts) {
    const start = part.indexOf('<')
    // Parts before the name are further addresses, but a name can have a comma.
    const before = part.slice(0, Math.max(0, start)).split(/[,;]/)
    found.push(...before.filter((text) => text.includes('@')).flatMap(plainAddresses))
    const name = before.filter((text) => !text.includes('@')).join(',')
    found.push(addressOf(part.slice(start + 1), nameOf(name.replace(/^[\s,;]+/, ''))))
  }
  return [...found, ...plainAddresses(rest)]
}

const plainAddresses = (text: string): Address[] =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => {
      const words = part.split(/\s+/)
      return words.every((word) => word.includes('@')) ? words : [part]
    })
    .map((part) => addressOf(part))

function addressOf(text: string, name?: string): Address {
  const address = text.trim().replace(/^mailto:([^?]*).*$/is, '$1')
  if (isFormula(address)) return { text, reason: reasons.formula }
  const parsed = contract.safeParse(address)
  return parsed.success ? { email: parsed.data.toLowerCase(), name } : { text, reason: reasons.malformed }
}

/** A name without quotation marks around it; undefined without a letter or a digit, since some programs write a dash for none. */
export function nameOf(text: string): string | undefined {
  const name = cleanText(text)
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()
    .slice(0, longestName)
  return /[\p{L}\p{N}]/u.test(name) ? name : undefined
}
