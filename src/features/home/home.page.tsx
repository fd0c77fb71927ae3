import { useQuery } from '@tanstack/react-query'
import type { Company } from '#contract/company.ts'
import { serviceCasesQuery } from '#features/cases/cases.queries.ts'
import type { Service } from '#features/catalog/catalog.contract.ts'
import SentenceForm from '#features/contact/inbox/sentence-form.part.tsx'
import AnsweredQuestions from '#features/faqs/answered-faqs.part.tsx'
import { faqsQuery } from '#features/faqs/faqs.queries.ts'
import { testimonialsQuery } from '#features/testimonials/testimonials-strip.part.tsx'
import { Still } from '#site/page/still.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Container, Section } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { useCompany, useWords } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import { measured } from '#web/measured.ts'
import { Chapters } from './chapters.tsx'
import { allProducts, allServices, featuredCourses, highlights } from './home.queries.ts'
import { homeWords } from './home-words.contract.ts'
import { LivingDiagram, type PlateId, StillPlate } from './living-diagram.tsx'
import { Figures, Proof } from './proof.tsx'
import { FeaturedCourses, LatestPosts } from './strips.tsx'

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
        jsonLd={[organisation(company), website(company)]}
      />
      <div className="relative">
        <Opening />
        <Figures />
        <Proof />
        <Engagement />
        <FeaturedCourses />
        <LatestPosts />
        <AnsweredQuestions place="home" ground="sunken" />
        <Closing />
        <Thread />
      </div>
      <div className="on-deep">
        <Colophon />
      </div>
    </Still>
  )
}

/** The promise and the figure, which stays next to the chapters in browsers that can take it apart. */
function Opening() {
  const words = useWords('home', homeWords)
  return (
    <Container className="taken-apart grid gap-x-10 gap-y-10 pt-10 pb-14 sm:pt-16 md:grid-cols-[1.35fr_1fr] lg:grid-cols-[1.18fr_1fr] lg:gap-y-8 lg:pt-0 lg:pb-16">
      <div className="self-center lg:flex lg:min-h-[min(46rem,calc(100svh-5rem))] lg:flex-col lg:justify-center">
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
      {/* The end of the figure's column. An anchor on the figure itself, which is sticky, would cost a layout for each frame. */}
      <div
        aria-hidden="true"
        className="foot row-start-2 mx-auto w-full max-w-[34rem] self-end max-md:col-start-1 md:col-start-2"
      />
      <Chapters />
    </Container>
  )
}

const stops = [1, 2, 3, 4, 5, 6] as const

/** How a project runs, as a ruled time line, with the client's result at each stop. */
function Engagement() {
  const words = useWords('home', homeWords)
  return (
    <Section aria-labelledby="engagement" space="band" className="later [--later:50rem] lg:[--later:28rem]">
      <div className="grid gap-x-10 gap-y-3 lg:grid-cols-12">
        <h2 id="engagement" className="text-h2 lg:col-span-5">
          {words.engagementTitle}
        </h2>
        <p className="max-w-measure text-muted lg:col-span-7">{words.engagementText}</p>
      </div>
      <div className="run mt-10">
        <ol className="max-lg:-ml-[calc(var(--spacing-gutter)/2)] max-lg:border-l max-lg:border-ink lg:grid lg:grid-cols-6 lg:border-t lg:border-ink">
          {stops.map((n) => (
            <li
              key={n}
              className="relative pb-6 pl-7 max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:gap-x-4 before:absolute before:top-2.5 before:left-0 before:h-px before:w-4 before:bg-ink last:pb-0 lg:pt-8 lg:pr-6 lg:pb-0 lg:pl-0 lg:before:top-0 lg:before:h-4 lg:before:w-px"
            >
              <h3 className="text-h3">{words[`when${n}`]}</h3>
              <p className="mt-1.5 text-small text-muted max-lg:order-last max-lg:col-span-2 lg:mt-2 lg:min-h-[6.2em]">
                {words[`what${n}`]}
              </p>
              <p className="text-fine lg:mt-3">
                <span className="sr-only">You hold </span>
                <span className="inline-block rounded-mark border border-line bg-raised px-2 py-1 font-mono">
                  {words[`held${n}`]}
                </span>
              </p>
            </li>
          ))}
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
  <Container>
    <p className="border-t border-deep-line py-5 font-mono text-fine text-deep-muted">
      This page, compressed: {measured.document}&nbsp;KB of document, of which {measured.script}&nbsp;KB script;{' '}
      {measured.fonts}&nbsp;KB of type;{' '}
      <Link to="/cookies" className="link">
        nothing from third parties
      </Link>
      .{' '}
      <Link to="/profile" className="link">
        Company profile
      </Link>
      .
      <span data-answer-time hidden>
        {' '}
        Your browser had its first byte in <span>0</span>&nbsp;ms.
      </span>
    </p>
  </Container>
)

const organisation = ({ brand, tagline, email, phone, address, social }: Company) => ({
  '@type': 'Organization',
  name: brand,
  description: tagline,
  url: '/',
  logo: '/apple-touch-icon.png',
  email,
  telephone: phone,
  address: {
    '@type': 'PostalAddress',
    streetAddress: address.street,
    addressLocality: address.city,
    addressRegion: address.region,
    postalCode: address.postalCode,
    addressCountry: address.country,
  },
  sameAs: Object.values(social).filter(Boolean),
})

/**
 * The line through Home: out of the figure, down to the engagement's time line and along it, past the courses and into the closing band, where
 * it ends at the sentence's last gap. The dot on it follows the scrolling; only one of its places shows it at a time (`home.css`).
 */
const Thread = () => (
  <div aria-hidden="true" className="thread print:hidden">
    {['out', 'down', 'along', 'past', 'rest'].map((piece) => (
      <i key={piece} className={piece}>
        <b />
      </i>
    ))}
  </div>
)

const website = ({ brand }: Company) => ({
  '@type': 'WebSite',
  name: brand,
  url: '/',
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: '/blog?search={search_term_string}' },
    'query-input': 'required name=search_term_string',
  },
})

/** The plate that shows a service's craft. */
const plateOf: Record<Service['category'], PlateId> = {
  Cloud: 'cloud',
  Consulting: 'cloud',
  Development: 'cloud',
  Support: 'cloud',
  'Data Analytics': 'data',
  'Generative AI': 'ai',
  'Productivity & Collaboration Solutions': 'training',
}
/** From the lowest to the highest. */
const plates: PlateId[] = ['cloud', 'data', 'ai', 'training']

/** The closing band. It asks once: for the beginning of a message. The figure returns in its corner, with the plate of the chosen subject lifted. */
export function Closing() {
  const words = useWords('home', homeWords)
  const services = useQuery(allServices).data ?? []
  return (
    <Section
      ground="deep"
      space="band"
      aria-labelledby="closing"
      className="closing later overflow-clip [--later:40rem] print:hidden"
    >
      <div className="relative">
        <h2 id="closing" className="max-w-[18em] text-h1">
          {words.actionTitle}
        </h2>
        <p className="mt-4 max-w-[35rem] text-lead lg:max-w-measure text-muted">{words.actionText}</p>
        <SentenceForm
          topics={services.map(({ title, category }) => ({ title, plate: plateOf[category] }))}
          className="mt-10 border-t border-deep-line pt-8"
        >
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
            <Button type="submit" size="large">
              Begin with this sentence
            </Button>
            <p className="text-muted">
              Or with an empty page:{' '}
              <Link to="/contact" className="link">
                {words.action}
              </Link>
            </p>
          </div>
        </SentenceForm>
        {services.length > 0 && (
          <div aria-hidden="true" className="plates absolute right-0">
            {plates.map((id) => (
              <StillPlate key={id} id={id} className={`of-${id}`} />
            ))}
          </div>
        )}
      </div>
    </Section>
  )
}
