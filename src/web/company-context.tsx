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
 * The texts of a part of the site, with those that staff have replaced.
 * @param standard the texts as shipped
 */
export const useWords = <Texts extends Record<string, string>>(part: string, standard: Texts): Texts => ({
  ...standard,
  ...useCompany().words?.[part],
})
