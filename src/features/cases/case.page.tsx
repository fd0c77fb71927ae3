import { CallToAction } from '#site/page/call-to-action.tsx'
import { DetailPage } from '#site/page/detail-page.tsx'
import { NotFound } from '#site/page/not-found.tsx'
import { Still } from '#site/page/still.tsx'
import { useCompany } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { breadcrumbData, organisationNamed } from '#web/structured-data.ts'
import { CaseArticle, drawingOf } from './case-article.tsx'
import type { ShownCase } from './cases.contract.ts'
import { caseQuery } from './cases.queries.ts'

export const queries = ({ params }: PageRequest) => [caseQuery(params['slug'] ?? '')]

const words = {
  actionTitle: 'Facing something similar?',
  actionText: 'Tell us about it. An engineer replies.',
  action: 'Contact us',
}

export default function CasePage() {
  return (
    <DetailPage
      query={caseQuery}
      list={{ path: '/work', heading: 'Our Work' }}
      failure="Failed to load the case study"
      missing={<NotFound title="Case study not found" lead="It may have moved, or is no longer public." />}
    >
      {(found, path) => <CaseStudy of={found} path={path} />}
    </DetailPage>
  )
}

function CaseStudy({ of, path }: { of: ShownCase; path: string }) {
  const { title, industry, summary, imageUrl } = of
  const { brand } = useCompany()
  return (
    <Still path={path}>
      <Head
        title={title}
        description={summary}
        path={path}
        image={imageUrl}
        drawing={drawingOf(of)}
        jsonLd={[
          {
            '@type': 'Article',
            headline: title,
            description: summary,
            image: imageUrl,
            dateModified: of.updatedAt,
            articleSection: industry,
            author: organisationNamed(brand),
            publisher: organisationNamed(brand),
            mainEntityOfPage: path,
          },
          breadcrumbData([
            { name: 'Our Work', path: '/work' },
            { name: title, path },
          ]),
        ]}
      />
      <CaseArticle of={of} isPublic />
      <CallToAction words={words} />
    </Still>
  )
}
