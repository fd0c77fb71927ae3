import { PreviewLinkPage } from '#site/page/preview-link-page.tsx'
import { Still } from '#site/page/still.tsx'
import { Container } from '#ui/layout.tsx'
import { useRouter } from '#ui/router.ts'
import { apiQuery } from '#web/api-query.ts'
import { useWords } from '#web/company-context.tsx'
import { PageHero } from '#web/page-frame.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { careersWords } from './careers-words.contract.ts'
import { OpeningEntry } from './opening-entry.tsx'
import type { PreviewedOpening } from './openings.contract.ts'

/** The opening of a preview link; null when the link does not work. */
const openingLinkQuery = (token: string) =>
  apiQuery<PreviewedOpening | null>(`/api/previews/openings/${encodeURIComponent(token)}`)

export const queries = ({ params }: PageRequest) => [openingLinkQuery(params['token'] ?? '')]

export default function OpeningLinkPage() {
  const words = useWords('careers', careersWords)
  return (
    <Still path={useRouter().location.pathname}>
      <PreviewLinkPage query={openingLinkQuery} titleOf={({ opening }) => opening.title}>
        {({ opening }) => (
          <>
            <PageHero eyebrow="Careers" title={words.title} lead={words.lead} />
            <Container>
              <OpeningEntry of={opening} />
            </Container>
          </>
        )}
      </PreviewLinkPage>
    </Still>
  )
}
