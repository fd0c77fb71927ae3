import type { CaseDrawing } from '#contract/cover.ts'
import { isOwnImage } from '#contract/media.ts'
import { BackLink, PassOn } from '#site/page/back-link.tsx'
import { RenderedContent } from '#site/page/rendered-content.tsx'
import { classNames } from '#ui/class-names.ts'
import { ContentImage } from '#ui/content-image.tsx'
import { formatDate } from '#ui/date.tsx'
import { type CoverFrame, caseCover } from '#ui/drawing/case-cover.ts'
import { Container, Section } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { useTrustedHtml } from '#ui/trusted-html.ts'
import type { CaseSummary, Figure, PreviewedCase } from './cases.contract.ts'

type CasePictureProps = {
  of: Pick<CaseSummary, 'title' | 'slug' | 'industry' | 'figures' | 'services' | 'imageUrl' | 'imageAlt' | 'imageFocus'>
  sizes: string
  priority: boolean
  /** At the head of a page: from 40rem on, the frame is two and a half times as wide as high. */
  wide?: boolean
  /** Sets the shape of the box. */
  className: string
}

/** The picture of a case study: its own, or a cover drawn from its content (decision 093). */
export function CasePicture({ of, wide, className, ...image }: CasePictureProps) {
  if (isOwnImage(of.imageUrl))
    return <ContentImage {...image} record={{ ...of, category: of.industry }} wide={wide} className={className} />
  const drawing = drawingOf(of)
  return (
    <div className={classNames('overflow-hidden', className)}>
      {wide && <CaseCover of={drawing} frame="wide" className="size-full max-sm:hidden" />}
      <CaseCover of={drawing} frame="plain" className={classNames('size-full', wide && 'sm:hidden')} />
    </div>
  )
}

/** The drawing uses no more characters of a service's name, so that the address of a link card stays short. */
const longestName = 40

/** The parts of a case study that its cover shows. Without services, its title chooses the motif. */
type DrawnFields = Pick<CaseSummary, 'title' | 'industry' | 'figures' | 'services'>
export const drawingOf = ({ title, industry, figures, services = [] }: DrawnFields): CaseDrawing => ({
  industry,
  figures: figures.map(({ figure }) => figure),
  services: (services.length > 0 ? services.slice(0, 2) : [{ title, category: undefined }]).map(
    ({ title, category }) => ({ title: title.slice(0, longestName), category }),
  ),
})

/** A decoration: the page has its figures as text too. */
export function CaseCover({ of, frame, className }: { of: CaseDrawing; frame: CoverFrame; className: string }) {
  const { viewBox, markup, background, labels, labelColour } = caseCover(of, frame)
  return (
    <svg aria-hidden="true" className={className} viewBox={viewBox} style={{ background }}>
      {/* The markup is ours: it has no text of the case study. */}
      <g dangerouslySetInnerHTML={useTrustedHtml(markup)} />
      <g className="font-display font-[640] tabular-nums" fill={labelColour}>
        {labels.map(({ text, ...place }, index) => (
          <text key={index} x={place.x} y={place.y} fontSize={place.size}>
            {text}
          </text>
        ))}
      </g>
    </svg>
  )
}

/** A case study as visitors read it: the story at the left, its results at the right. */
export function CaseArticle({ of, isPublic }: { of: PreviewedCase['case']; isPublic?: boolean }) {
  const { title, client, industry, summary, problemHtml, solutionHtml, figures, services, quote, quoteBy } = of
  return (
    <article className="as-document">
      <Container className="pt-10 lg:pt-14 print:flex print:flex-col">
        <BackLink to="/work">All case studies</BackLink>
        <header className="mt-8 max-w-[56rem]">
          <p dir="auto" className="eyebrow wrap-anywhere">{`${client}\u00a0· ${industry}`}</p>
          <h1 dir="auto" className="mt-3 text-h1 wrap-anywhere">
            {title}
          </h1>
          <p dir="auto" className="mt-5 max-w-measure me-auto text-lead text-muted">
            {summary}
          </p>
          {isPublic && <PassOn className="mt-7" />}
        </header>
        <CasePicture
          of={of}
          wide
          priority
          sizes="(min-width: 75rem) 75rem, 100vw"
          className="mt-10 aspect-[3/2] rounded-panel sm:aspect-[5/2] print:order-1"
        />
        <div className="grid gap-x-12 gap-y-12 py-band lg:grid-cols-12 print:contents">
          <div className="grid min-w-0 content-start gap-12 lg:col-span-7 print:order-2 print:block print:space-y-8 print:pt-8">
            <Part title="The problem" html={problemHtml} />
            <Part title="What we did" html={solutionHtml} />
          </div>
          <aside className="grid min-w-0 content-start gap-10 lg:col-span-4 lg:col-start-9 print:mt-6">
            {figures.length > 0 && (
              <section aria-labelledby="results">
                <h2 id="results" className="mb-4 text-h3">
                  Results
                </h2>
                <Figures figures={figures} />
              </section>
            )}
            {services.length > 0 && (
              <nav aria-labelledby="services-used">
                <h2 id="services-used" className="mb-3 text-h3">
                  Services used
                </h2>
                <ul className="divide-y divide-line border-y border-line text-small">
                  {services.map(({ title, anchor }) => (
                    <li key={anchor}>
                      <Link
                        to={`/services#${anchor}`}
                        className="link-quiet flex min-h-11 items-center py-1.5 font-[560] text-primary"
                      >
                        <span dir="auto">{title}</span>
                      </Link>
                    </li>
                  ))}
                </ul>
              </nav>
            )}
          </aside>
        </div>
      </Container>
      {quote && <Quotation quote={quote} by={quoteBy || client} />}
    </article>
  )
}

const Part = ({ title, html }: { title: string; html: string }) => (
  <section>
    <h2 dir="auto" className="mb-4 text-h2">
      {title}
    </h2>
    <RenderedContent html={html} className="wrap-anywhere" />
  </section>
)

const Quotation = ({ quote, by }: { quote: string; by: string }) => (
  <Section ground="sunken" space="band">
    <figure className="max-w-[56rem]">
      <blockquote
        dir="auto"
        className="-indent-[0.42em] font-display text-h2 font-[560] wrap-anywhere text-pretty whitespace-pre-line"
      >
        {`\u201c${quote}\u201d`}
      </blockquote>
      <figcaption dir="auto" className="mt-5 text-small text-muted">
        {by}
      </figcaption>
    </figure>
  </Section>
)

/** The results of a project in large figures, each with the day of its measurement. */
const Figures = ({ figures }: { figures: Figure[] }) => (
  <dl className="divide-y divide-line border-y border-line print:flex print:gap-x-8 print:divide-y-0">
    {figures.map(({ figure, name, asOf }) => (
      <div key={name} className="flex flex-1 flex-col-reverse justify-end py-5">
        <dt dir="auto" className="mt-1.5 text-small text-muted wrap-anywhere">
          {name}
          <span className="block text-fine">{`as of ${formatDate(asOf)}`}</span>
        </dt>
        <dd className="font-display text-figure font-[640] tabular-nums wrap-anywhere">{figure}</dd>
      </div>
    ))}
  </dl>
)
