import { FormattedDate } from '#ui/date.tsx'
import { Container, Section } from '#ui/layout.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Head } from '#web/head.tsx'

type PreviewBannerProps = {
  /** Who made the link. */
  by: string
  /** ISO 8601 */
  until: string
  waiting: boolean
}

/** Above a page shown by a preview link: the page is not public, and the link works until a date. */
export const PreviewBanner = ({ by, until, waiting }: PreviewBannerProps) => (
  <div role="status" className="border-b border-line bg-accent-soft py-2.5 text-small text-accent-ink">
    <Container>
      <strong className="font-[560]">{waiting ? 'Preview of changes' : 'Preview'}</strong>, shown by {by} until{' '}
      <FormattedDate iso={until} />. Please do not share it.
    </Container>
  </div>
)

/** For a link that has ended, was revoked or never existed. */
export const PreviewEnded = () => (
  <Section>
    <Head title="This preview has ended" status={404} noIndex />
    <EmptyState title="This preview has ended" as="h1">
      <p>Please ask the sender of the link for a new one.</p>
    </EmptyState>
  </Section>
)
