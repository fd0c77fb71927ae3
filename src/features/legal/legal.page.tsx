import { useQuery } from '@tanstack/react-query'
import { NotFoundScreen } from '#site/page/not-found.tsx'
import { RenderedContent } from '#site/page/rendered-content.tsx'
import { legalLinks } from '#site/shell/navigation.ts'
import { FormattedDate } from '#ui/date.tsx'
import { Section } from '#ui/layout.tsx'
import { NavLink } from '#ui/link.tsx'
import { useRouter } from '#ui/router.ts'
import { apiQuery } from '#web/api-query.ts'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-frame.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { QueryState } from '#web/query-state.tsx'
import { breadcrumbData } from '#web/structured-data.ts'
import type { LegalDocument } from './legal.contract.ts'

const nameIn = (path: string) => path.split('/').filter(Boolean)[0] ?? ''

export const queries = ({ path }: PageRequest) => [legalQuery(nameIn(path))]

/** Privacy Policy, Terms of Service and Cookie Policy: one page component for three documents. */
export default function LegalPage() {
  const { pathname } = useRouter().location
  const query = useQuery(legalQuery(nameIn(pathname)))
  return (
    <QueryState query={query} failure="Failed to load this page">
      {(document) => (document ? <LegalText document={document} path={pathname} /> : <NotFoundScreen />)}
    </QueryState>
  )
}

function LegalText({ document, path }: { document: LegalDocument; path: string }) {
  return (
    <>
      <Head
        title={document.title}
        description={document.description}
        path={path}
        jsonLd={import.meta.env.SSR && [breadcrumbData([{ name: document.title, path }])]}
      />
      <PageHero
        title={document.title}
        lead={document.description}
        eyebrow={
          <>
            Last updated <FormattedDate iso={document.updated} />
          </>
        }
      />
      <Section space="band" aria-label={document.title}>
        <div className="grid gap-x-10 gap-y-8 lg:grid-cols-12">
          <nav aria-label="Legal documents" className="lg:order-last lg:col-span-3 lg:col-start-10">
            <ul className="grid gap-1 text-small lg:sticky lg:top-28">
              {legalLinks.map(({ to, label }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    className="link-quiet inline-block py-1.5 text-muted aria-[current]:font-[560] aria-[current]:text-ink"
                  >
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <div className="lg:col-span-8">
            <RenderedContent html={document.html} />
          </div>
        </div>
      </Section>
    </>
  )
}

/** A legal document by the last part of its path: `privacy`, `terms` or `cookies`. */
const legalQuery = (name: string) => apiQuery<LegalDocument | null>(`/api/legal/${name}`)
