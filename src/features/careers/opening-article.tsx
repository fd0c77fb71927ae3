import type { ReactNode } from 'react'
import { BackLink, PassOn } from '#site/page/back-link.tsx'
import { RenderedContent } from '#site/page/rendered-content.tsx'
import { buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { formatDate } from '#ui/date.tsx'
import { Container } from '#ui/layout.tsx'
import type { PreviewedOpening } from './openings.contract.ts'

type OpeningArticleProps = {
  of: PreviewedOpening['opening']
  /** How the company hires, as a row. */
  hiring?: ReactNode
  /** The form, while visitors can apply. */
  form?: ReactNode
}

/** An opening as visitors read it: its parts as ruled rows, with the headings at the left. */
export function OpeningArticle({ of, hiring, form }: OpeningArticleProps) {
  const { title, place, kind, descriptionHtml, postedOn, closesOn } = of
  return (
    <article>
      <Container className="pt-10 lg:pt-14">
        <BackLink to="/careers">All openings</BackLink>
        <header className="mt-8 max-w-[56rem]">
          <p dir="auto" className="eyebrow wrap-anywhere">{`${place}\u00a0· ${kind}`}</p>
          <h1 dir="auto" className="mt-3 text-h1 wrap-anywhere">
            {title}
          </h1>
          <p className="mt-5 text-small text-muted">
            Posted <time dateTime={postedOn}>{formatDate(postedOn)}</time> · Open until{' '}
            <time dateTime={closesOn}>{formatDate(closesOn)}</time>
          </p>
          {form && (
            <div className="mt-7 flex flex-wrap items-center gap-x-5 gap-y-3">
              <a href="#apply" className={buttonClass({ size: 'large' })}>
                Apply
              </a>
              <PassOn />
            </div>
          )}
        </header>
        <div className="mt-10 divide-y divide-line border-t border-line">
          <Row title="About the role">
            <RenderedContent html={descriptionHtml} className="wrap-anywhere" />
          </Row>
          {hiring}
          <Row id="apply" title="Apply" className="print:hidden">
            {form ?? <p className="text-small text-muted">The application form is here once the position is public.</p>}
          </Row>
        </div>
      </Container>
    </article>
  )
}

type RowProps = { id?: string; title: string; className?: string; children: ReactNode }

export const Row = ({ id, title, className, children }: RowProps) => (
  <section id={id} className={classNames('grid gap-x-12 gap-y-4 py-10 lg:grid-cols-12 lg:py-14', className)}>
    <h2 dir="auto" className="text-h2 wrap-anywhere lg:col-span-4">
      {title}
    </h2>
    <div className="min-w-0 lg:col-span-8">{children}</div>
  </section>
)
