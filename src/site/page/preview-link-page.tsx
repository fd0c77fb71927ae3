import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PreviewInfo } from '#contract/unpublished.ts'
import { ButtonLink } from '#ui/button.tsx'
import { FormattedDate } from '#ui/date.tsx'
import { Container } from '#ui/layout.tsx'
import { useRouter } from '#ui/router.ts'
import type { apiQuery } from '#web/api-query.ts'
import { Head } from '#web/head.tsx'
import { QueryState } from '#web/query-state.tsx'
import { NotFound } from './not-found.tsx'

type PreviewLinkPageProps<Preview> = {
  /** Loads the record of a token; null for a link that does not work. */
  query: (token: string) => ReturnType<typeof apiQuery<Preview | null>>
  titleOf: (preview: Preview) => string
  children: (preview: Preview) => ReactNode
}

/** The page of a preview link: anyone with the link sees the record, with its unpublished changes. */
export function PreviewLinkPage<Preview extends PreviewInfo>({
  query: queryOf,
  titleOf,
  children,
}: PreviewLinkPageProps<Preview>) {
  const { token = '' } = useRouter().params
  const query = useQuery(queryOf(token))
  return (
    <>
      {!query.data && <Head title="Preview" noIndex />}
      <QueryState query={query} failure="Failed to load the preview" whole>
        {(preview) =>
          preview ? (
            <>
              <Head title={titleOf(preview)} noIndex />
              <PreviewBanner {...preview} />
              {children(preview)}
            </>
          ) : (
            <PreviewEnded />
          )
        }
      </QueryState>
    </>
  )
}

/** Says that the page is not public, and until when the link works. */
const PreviewBanner = ({ by, until, waiting }: PreviewInfo) => (
  <div role="status" className="border-b border-line bg-accent-soft py-2.5 text-small text-accent-ink">
    <Container>
      <strong className="font-[560]">{waiting ? 'Preview of changes' : 'Preview'}</strong>, shared by {by} until{' '}
      <FormattedDate iso={until} />. Please do not pass it on.
    </Container>
  </div>
)

const PreviewEnded = () => (
  <NotFound title="This preview has ended" lead="Please ask the sender of the link for a new one.">
    <ButtonLink to="/" variant="secondary">
      Go to Home
    </ButtonLink>
  </NotFound>
)
