import { createContext, useContext } from 'react'
import type { Company } from '#contract/company.ts'

const CompanyContext = createContext<Company | null>(null)
export const CompanyProvider = CompanyContext.Provider

/** Who the company is, as configured where the server runs. */
export function useCompany(): Company {
  const company = useContext(CompanyContext)
  if (!company) throw new Error('useCompany needs a CompanyProvider above it')
  return company
}
