import { type Company, withDetails } from '#contract/company.ts'
import { consentLines } from '#contract/default-words.ts'
import { shippedWords } from './shipped-words.contract.ts'

/** The text of a setting as the site shows it; '' for those that the browser does not know, such as legal documents. */
export function currentText(group: string, field: string, company: Company): string {
  const { address, social, words } = company
  const texts: Record<string, unknown> = {
    ...(group === 'company' && { ...company, ...address }),
    ...(group === 'footer' && social),
    ...(group === 'consent' && consentLines),
    ...(shippedWords as Record<string, object>)[group],
    ...words?.[group],
  }
  const text = texts[field]
  return typeof text === 'string' ? withDetails(text, company) : ''
}
