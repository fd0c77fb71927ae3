import { type ReactNode, useEffect, useRef } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Container } from '#ui/layout.tsx'
import { useRouter } from '#ui/router.ts'
import { useCompany } from './company-context.tsx'
import { Head } from './head.tsx'

/** Shows a line below the bar while the next page loads; a short delay hides it for quick answers. */
export function NavigationProgress() {
  if (!useRouter().isPending) return null
  return <div aria-hidden="true" className="progress-line absolute inset-x-0 -bottom-px h-0.5 origin-left bg-primary" />
}

/**
 * The first link of every page. It moves the focus itself, since `#main` would be a route in hash mode; without scripts the browser
 * follows it like any anchor.
 */
export function SkipLink({ to }: { /** The id of the element that receives the focus. */ to: string }) {
  return (
    <a
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(to)?.focus()
      }}
      className="fixed top-3 left-gutter z-50 -translate-y-24 rounded-control border border-transparent bg-primary px-5 py-3 text-small font-[560] text-on-primary focus-visible:translate-y-0"
    >
      Skip to content
    </a>
  )
}

/** Focuses the page's content after a client-side navigation, as a new document would. */
export function useFocusOnNavigation(id: string) {
  const { pathname } = useRouter().location
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // Something on the new page may already have the focus.
    if (document.activeElement?.closest(`#${id}`)) return
    document.getElementById(id)?.focus({ preventScroll: true })
  }, [pathname, id])
}

type PageHeroProps = {
  title: ReactNode
  /** The opening of a part of a page is no `h1`. */
  heading?: 'h1' | 'h2'
  lead?: ReactNode
  /** A small line above the title, such as the category. */
  eyebrow?: ReactNode
  /** At the right on wide screens: a drawing or facts. */
  aside?: ReactNode
  children?: ReactNode
}

/** The opening of a page, with its only h1. */
export function PageHero({ title, heading: Heading = 'h1', lead, eyebrow, aside, children }: PageHeroProps) {
  return (
    <header className="border-b border-line">
      {/* Next to a long list the title is at its beginning, where it is seen. */}
      <Container className="grid items-end gap-x-12 has-[li:nth-child(10)]:items-start gap-y-10 pt-12 pb-12 sm:pt-16 lg:grid-cols-12 lg:pt-20 lg:pb-16">
        <div className={aside ? 'lg:col-span-7' : 'lg:col-span-9'}>
          {eyebrow && <div className="eyebrow mb-4">{eyebrow}</div>}
          <Heading className="text-h1">{title}</Heading>
          {lead && <p className="mt-5 max-w-measure text-lead text-muted">{lead}</p>}
          {children && <div className="mt-8">{children}</div>}
        </div>
        {aside && <div className="lg:col-span-5">{aside}</div>}
      </Container>
    </header>
  )
}

type ErrorScreenProps = {
  error: unknown
  /** For staff, who do not write to the company: the advice, and the way back. */
  advice?: string
  back?: { to: string; text: string }
}

/** The screen of an unexpected error: a heading that visitors can quote to us, and ways on. */
export function ErrorScreen({ error, advice, back = { to: '/', text: 'Back to Home' } }: ErrorScreenProps) {
  const { email } = useCompany()
  const detail = error instanceof Error ? error.message : ''
  return (
    <>
      <Head title="Unexpected Application Error!" status={500} />
      <PageHero
        title="Unexpected Application Error!"
        lead={
          advice ?? (
            <>
              Something went wrong while this page was loading. Loading it again often helps. If it does not, write to{' '}
              <a href={`mailto:${email}`} className="link">
                {email}
              </a>{' '}
              and tell us what you were doing.
            </>
          )
        }
      >
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => window.location.reload()} data-reload>
            Load again
          </Button>
          <ButtonLink variant="secondary" to={back.to}>
            {back.text}
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
