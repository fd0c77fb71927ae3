import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Company } from '#contract/company.ts'
import { PreloadContext } from '#ui/link.tsx'
import { CompanyProvider } from '#web/company-context.tsx'
import { type FormResult, FormResultProvider } from '#web/form-result.tsx'

type AppProvidersProps = {
  company: Company
  queryClient: QueryClient
  form: FormResult | null
  preload?: ((to: string) => void) | undefined
  children: ReactNode
}

/** The context of every screen, the same for the server's render and the client's. */
export function AppProviders({ company, queryClient, form, preload = () => {}, children }: AppProvidersProps) {
  return (
    <CompanyProvider value={company}>
      <QueryClientProvider client={queryClient}>
        <FormResultProvider value={form}>
          <PreloadContext value={preload}>{children}</PreloadContext>
        </FormResultProvider>
      </QueryClientProvider>
    </CompanyProvider>
  )
}
