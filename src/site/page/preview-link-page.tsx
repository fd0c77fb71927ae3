import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PreviewInfo, WithdrawnPreview } from '#contract/unpublished.ts'
import { ButtonLink } from '#ui/button.tsx'
import { FormattedDate } from '#ui/date.tsx'
import { Container } from '#ui/layout.tsx'
import { useRouter, useSearch } from '#ui/router.ts'
import { apiQuery, listPath } from '#web/api-query.ts'
import { useFormResult } from '#web/form-result.tsx'
import { Head } from '#web/head.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { QueryState } from '#web/query-state.tsx'
import { NotFound } from './not-found.tsx'
import { LaterVersion, ReviewPanel, ReviewWords, TypedMessage } from './review-panel.tsx'

/** `version=latest` is the latest version that was shared with the guest of a review, and `done` follows an answer. */
export const previewSearch = (given: URLSearchParams) => ({
  version: given.get('version') === 'latest' ? 'latest' : null,
  done: given.get('done') === '1' ? 1 : null,
})

type At = Pick<PageRequest, 'params' | 'search'>

/** The query for a record of a kind by the token of its page; null when the link does not work. */
export const previewLinkQuery =
  <Preview,>(entity: string) =>
  ({ params: { token = '' }, search }: At) =>
    apiQuery<Preview | WithdrawnPreview | null>(
      listPath(`/api/previews/${entity}/${encodeURIComponent(token)}`, { version: previewSearch(search).version }),
    )

type PreviewLinkPageProps<Preview> = {
  query: ReturnType<typeof previewLinkQuery<Preview>>
  titleOf: (preview: Preview) => string
  children: (preview: Preview) => ReactNode
}

/** The page of a preview link: anyone with the link sees the record, with its unpublished changes, or the version that a guest is to review. */
export function PreviewLinkPage<Preview extends PreviewInfo>({
  query: queryOf,
  titleOf,
  children,
}: PreviewLinkPageProps<Preview>) {
  const query = useQuery(queryOf({ params: useRouter().params, search: useSearch() }))
  return (
    <>
      {!query.data && <Head title="Preview" noIndex />}
      <QueryState query={query} failure="Failed to load the preview" whole>
        {(preview) => {
          if (!preview) return <PreviewEnded />
          if ('withdrawnBy' in preview) return <PreviewEnded withdrawnBy={preview.withdrawnBy} />
          return (
            <>
              <Head title={titleOf(preview)} noIndex />
              <PreviewBanner {...preview} />
              {children(preview)}
              {preview.review && <ReviewPanel of={preview.review} />}
            </>
          )
        }}
      </QueryState>
    </>
  )
}

/** Says that the page is not public, until when the link works, and that someone asks for a review. */
const PreviewBanner = ({ by, until, waiting, review }: PreviewInfo) => (
  <div role="status" className="border-b border-line bg-accent-soft py-2.5 text-small text-accent-ink">
    <Container className="grid gap-1 wrap-anywhere">
      {review && (
        <p>
          <a href="#answer" className="font-[560] underline underline-offset-4">
            <ReviewWords of={review} />
          </a>
        </p>
      )}
      <p>
        <strong className="font-[560]">{waiting ? 'Preview of changes' : 'Preview'}</strong>, shared by <bdi>{by}</bdi>{' '}
        until <FormattedDate iso={until} />. Please do not pass it on.
      </p>
      {review?.isOlder && (
        <p>
          This version is from <FormattedDate iso={review.askedAt} />, and the text has changed since.{' '}
          {review.hasLater && <LaterVersion className="font-[560] underline underline-offset-4" />}
        </p>
      )}
    </Container>
  </div>
)

/** The text that was typed into a form of the page is shown, so that it can be copied. */
function PreviewEnded({ withdrawnBy }: { withdrawnBy?: string }) {
  const { values } = useFormResult('review') ?? {}
  const ended = withdrawnBy
    ? { title: 'This review was withdrawn', lead: `There is nothing left to answer: ${withdrawnBy} withdrew it.` }
    : { title: 'This preview has ended', lead: 'Please ask the sender of the link for a new one.' }
  return (
    <NotFound {...ended}>
      {values?.['note'] && <TypedMessage text={values['note']} />}
      <ButtonLink to="/" variant="secondary">
        Go to Home
      </ButtonLink>
    </NotFound>
  )
}
