import { createContext, useContext } from 'react'
import type { Company } from '#contract/company.ts'

const CompanyContext = createContext<Company | null>(null)
export const CompanyProvider = CompanyContext.Provider

/** The company: its details from the server's settings and the back office. */
export function useCompany(): Company {
  const company = useContext(CompanyContext)
  if (!company) throw new Error('useCompany needs a CompanyProvider above it')
  return company
}

/**
 * The texts of a part of the site, with those that staff have replaced. `{brand}`, `{city}` and `{street}` in them stand for the company's.
 * @param standard the texts as shipped
 */
export function useWords<Texts extends Record<string, string>>(part: string, standard: Texts): Texts {
  const { brand, address, words } = useCompany()
  const values: Record<string, string> = { ...address, brand }
  const fill = ([name, text]: [string, string]) => [name, text.replace(/{(\w+)}/g, (all, key) => values[key] ?? all)]
  return Object.fromEntries(Object.entries({ ...standard, ...words?.[part] }).map(fill))
}
