import { Button, ButtonLink } from '#ui/button.tsx'
import { useCompany } from './company-context.tsx'
import { Head } from './head.tsx'
import { PageHero } from './page-hero.tsx'

/** The screen of an unexpected error: a heading that visitors can quote to us, and ways on. */
export function ErrorScreen({ error }: { error: unknown }) {
  const { email } = useCompany()
  const detail = error instanceof Error ? error.message : ''
  return (
    <>
      <Head title="Unexpected Application Error!" status={500} />
      <PageHero
        title="Unexpected Application Error!"
        lead={
          <>
            Something went wrong while this page was loading. Loading it again often helps. If it does not, write to{' '}
            <a href={`mailto:${email}`} className="link">
              {email}
            </a>{' '}
            and tell us what you were doing.
          </>
        }
      >
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => window.location.reload()} data-reload>
            Load again
          </Button>
          <ButtonLink variant="secondary" to="/">
            Back to Home
          </ButtonLink>
        </div>
        {detail && (
          <p className="mt-8 max-w-measure border-t border-line pt-4 font-mono text-fine text-muted wrap-anywhere">
            {detail}
          </p>
        )}
      </PageHero>
    </>
  )
}
