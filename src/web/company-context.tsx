import { createContext, useContext } from 'react'
import type { Company } from '#contract/company.ts'

const CompanyContext = createContext<Company | null>(null)
export const CompanyProvider = CompanyContext.Provider

/** The company, as configured on the server. */
export function useCompany(): Company {
  const company = useContext(CompanyContext)
  if (!company) throw new Error('useCompany needs a CompanyProvider above it')
  return company
}
