import { useQuery } from '@tanstack/react-query'
import type { HTMLAttributes } from 'react'
import type { Company } from '#contract/company.ts'
import { serviceCasesQuery } from '#features/cases/cases.queries.ts'
import Sentence, { sentenceIn } from '#features/contact/inbox/sentence.part.tsx'
import AnsweredQuestions from '#features/faqs/answered-faqs.part.tsx'
import { faqsQuery } from '#features/faqs/faqs.queries.ts'
import { testimonialsQuery } from '#features/testimonials/testimonials-strip.part.tsx'
import { Still } from '#site/page/still.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Container, Section } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { useSearch } from '#ui/router.ts'
import { useCompany, useWords } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import { measured } from '#web/measured.ts'
import { organisationData } from '#web/structured-data.ts'
import { Chapters } from './chapters.tsx'
import { allProducts, allServices, featuredCourses, highlights } from './home.queries.ts'
import { homeWords } from './home-words.contract.ts'
import { LivingDiagram } from './living-diagram.tsx'
import { Figures, Results, Testimonials } from './proof.tsx'
import { sampleIds, samplePath } from './samples.contract.ts'
import { FeaturedCourses, LatestPosts } from './strips.tsx'

export const search = sentenceIn

export const queries = () => [
  allProducts,
  allServices,
  featuredCourses,
  highlights,
  serviceCasesQuery(),
  testimonialsQuery(),
  faqsQuery(),
]

export default function HomePage() {
  const company = useCompany()
  return (
    <Still path="/">
      <Head
        title={`${company.brand}: ${company.tagline}`}
        description="We help startups build on the cloud, make sense of their data and put AI to work, and teach their people to carry on without us."
        path="/"
        jsonLd={[organisationData(company), website(company)]}
      />
      <div className="strips">
        <Opening />
        <Figures />
        <Testimonials />
        <Engagement />
        <FeaturedCourses />
        <LatestPosts />
        <AnsweredQuestions place="home" ground="sunken" />
        <Closing />
      </div>
      <div className="on-deep">
        <Colophon />
      </div>
    </Still>
  )
}

/** The promise, the results and the chapters. The figure stays next to all of them in browsers that can take it apart. */
function Opening() {
  const words = useWords('home', homeWords)
  return (
    <Container className="taken-apart gap-x-10 gap-y-10 pb-14 max-md:contents sm:pt-16 md:grid md:grid-cols-[1.35fr_1fr] lg:grid-cols-[1.18fr_1fr] lg:gap-y-8 lg:pt-0 lg:pb-16">
      <div className="max-md:px-gutter max-md:pt-8 md:self-center lg:flex lg:min-h-[min(46rem,calc(100svh-5rem))] lg:flex-col lg:justify-center">
        <h1 dir="auto" className="max-w-[12em] text-hero">
          {words.title}
        </h1>
        <p dir="auto" className="mt-6 max-w-[34rem] text-lead text-muted lg:mt-8">
          {words.lead}
        </p>
        <div className="mt-8 flex flex-wrap gap-3 lg:mt-10">
          <ButtonLink to="/contact" size="large">
            {words.start}
          </ButtonLink>
          <ButtonLink to="/services" size="large" variant="secondary">
            {words.services}
          </ButtonLink>
        </div>
      </div>
      <LivingDiagram />
      <div className="col-span-full max-md:contents">
        <Results />
        <Chapters />
      </div>
    </Container>
  )
}

/** How a project runs, as a ruled time line. Each stop leads to a sample of the document that the client gets there. */
function Engagement() {
  const words = useWords('home', homeWords)
  return (
    <Section aria-labelledby="engagement" space="band" className="later [--later:46rem] lg:[--later:28rem]">
      <div className="grid gap-x-10 gap-y-3 lg:grid-cols-12">
        <h2 id="engagement" className="text-h2 lg:col-span-5">
          {words.engagementTitle}
        </h2>
        <p className="max-w-measure text-muted max-sm:text-small lg:col-span-7">{words.engagementText}</p>
      </div>
      <div className="run mt-8 lg:mt-10">
        <b aria-hidden="true" />
        <ol>
          {sampleIds.map((id, place) => {
            const n = (place + 1) as 1 | 2 | 3 | 4 | 5 | 6
            return (
              <li key={id}>
                <h3 className="text-h3">{words[`when${n}`]}</h3>
                <p className="text-small text-muted">{words[`what${n}`]}</p>
                <p className="text-small">
                  <span className="sr-only">You get: </span>
                  <Link to={samplePath(id)} className="sheet-link link font-[560]">
                    {words[`held${n}`]}
                  </Link>
                </p>
              </li>
            )
          })}
        </ol>
      </div>
    </Section>
  )
}

/**
 * The weight of this page and the time that it took. The weights are written in when the document is made (`src/app/ssr/assets.ts`); the time is the
 * browser's own measurement of the request, which the boot script writes in.
 */
const Colophon = () => (
  <Container className="colophon">
    <div className="flex justify-between border-t border-deep-line pt-6 text-small text-deep-muted">
      <h2 className="text-small">This page, compressed</h2>
      <Link to="/profile" className="link">
        Company profile
      </Link>
    </div>
    <dl className="mt-4 grid grid-cols-3 gap-x-6 gap-y-4 pb-8 sm:grid-cols-5">
      <Measured name="Document">{measured.document}&nbsp;KB</Measured>
      <Measured name="Its script">{measured.script}&nbsp;KB</Measured>
      <Measured name="Type">{measured.fonts}&nbsp;KB</Measured>
      <Measured name="Third parties">
        <Link to="/cookies" className="link-quiet">
          None
        </Link>
      </Measured>
      <Measured name="First byte" data-answer-time hidden>
        <span>0</span>&nbsp;ms
      </Measured>
    </dl>
  </Container>
)

const Measured = ({ name, children, ...rest }: HTMLAttributes<HTMLDivElement> & { name: string }) => (
  <div {...rest}>
    <dt className="text-small text-deep-muted">{name}</dt>
    <dd className="font-display text-h3 font-[640] whitespace-nowrap tabular-nums">{children}</dd>
  </div>
)

const website = ({ brand }: Company) => ({ '@type': 'WebSite', name: brand, url: '/' })

/** The closing band. It asks once: for the beginning of a message, or for an address that has it, to be sent to somebody. */
function Closing() {
  const words = useWords('home', homeWords)
  const services = useQuery(allServices).data ?? []
  const isGiven = useSearch().size > 0
  return (
    <Section ground="deep" space="band" aria-labelledby="closing" className="later [--later:40rem] print:hidden">
      <h2 id="closing" className="max-w-[18em] text-h1">
        {words.actionTitle}
      </h2>
      <p className="mt-4 max-w-[35rem] text-muted sm:text-lead lg:max-w-measure">{words.actionText}</p>
      <Sentence topics={services.map(({ title }) => title)}>
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
          <Button type="submit" size="large">
            Start with this
          </Button>
          <button type="submit" formAction="/#closing" className="link">
            Get a link to this sentence
          </button>
          <p className="text-muted">
            Or start from scratch:{' '}
            <Link to="/contact" className="link">
              {words.action}
            </Link>
          </p>
        </div>
        {isGiven && (
          <p role="status" className="mt-5 text-muted">
            The address of this page has the sentence now. Copy it and send it to a colleague.
          </p>
        )}
      </Sentence>
    </Section>
  )
}
