import { PreviewLinkPage, previewLinkQuery, previewSearch } from '#site/page/preview-link-page.tsx'
import { Still } from '#site/page/still.tsx'
import { Container } from '#ui/layout.tsx'
import { useRouter } from '#ui/router.ts'
import { useWords } from '#web/company-context.tsx'
import { PageHero } from '#web/page-frame.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { careersWords } from './careers-words.contract.ts'
import { OpeningEntry } from './opening-entry.tsx'
import type { PreviewedOpening } from './openings.contract.ts'

const linkQuery = previewLinkQuery<PreviewedOpening>('openings')

export const search = previewSearch
export const queries = (request: PageRequest) => [linkQuery(request)]

export default function OpeningLinkPage() {
  const words = useWords('careers', careersWords)
  return (
    <Still path={useRouter().location.pathname}>
      <PreviewLinkPage query={linkQuery} titleOf={({ opening }) => opening.title}>
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
