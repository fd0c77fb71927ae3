import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BlogCategory, PostSummary } from '#features/blog/blog.contract.ts'
import type { Product, Service } from '#features/catalog/catalog.contract.ts'
import { FormattedDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import { useWords } from '#web/company-context.tsx'
import { Bill, LowerBill } from './bill.tsx'
import { allProducts, allServices, highlights } from './home.queries.ts'
import { homeWords } from './home-words.contract.ts'
import { type PlateId, StillPlate } from './living-diagram.tsx'

type Craft = {
  id: 'cloud' | 'data' | 'ai'
  /** The place on the page of services. */
  to: string
  /** The client's result at the end. */
  drawing: (words: typeof homeWords) => ReactNode
  article: BlogCategory
  services: Service['category'][]
  products: Product['category'][]
}

const crafts: Craft[] = [
  {
    id: 'cloud',
    to: '/services#cloud',
    drawing: ({ bill }) => <Bill of={bill} />,
    article: 'Cloud',
    services: ['Cloud', 'Consulting'],
    products: ['Cloud Management & Optimization'],
  },
  {
    id: 'data',
    to: '/services#data-analytics',
    drawing: () => <ReportsDrawing />,
    article: 'Digital Transformation',
    services: ['Data Analytics'],
    products: ['Data & Analytics Frameworks'],
  },
  {
    id: 'ai',
    to: '/services#generative-ai',
    drawing: () => <CasesDrawing />,
    article: 'AI & ML',
    services: ['Generative AI'],
    products: ['AI & Automation Solutions'],
  },
]

/** The figure's plates one after another: each craft's work, its result for the client, and a link to it on this site. */
export function Chapters() {
  const words = useWords('home', homeWords)
  return (
    <section aria-labelledby="overview" className="chapters max-lg:mt-6 max-md:mx-gutter max-md:mb-10">
      <h2 id="overview" className="max-w-[22em] pb-8 text-h2 lg:pb-10">
        {words.overview}
      </h2>
      <ol className="chapters-list grid gap-y-6 md:gap-y-8">
        {crafts.map((craft) => (
          <CraftChapter key={craft.id} {...craft} />
        ))}
        <Chapter id="training" title={words.trainingTitle} text={words.trainingText}>
          <Result drawing={<RunbookDrawing />} caption={words.trainingHeld} />
          <Records>
            <Entries name="Courses" to="/courses" names={['All courses']} />
          </Records>
        </Chapter>
      </ol>
    </section>
  )
}

function CraftChapter({ article, services, products, drawing, ...chapter }: Craft) {
  const words = useWords('home', homeWords)
  const newest = useQuery(highlights).data?.blogs.find(({ category }) => category === article)
  const ofCategory = <Item extends { category: string }>(items: Item[] = [], categories: string[]) =>
    items.filter(({ category }) => categories.includes(category)).slice(0, 2)
  const shownServices = ofCategory(useQuery(allServices).data, services)
  const shownProducts = ofCategory(useQuery(allProducts).data, products)
  return (
    <Chapter {...chapter} title={words[`${chapter.id}Title`]} text={words[`${chapter.id}Text`]}>
      <Result drawing={drawing(words)} caption={words[`${chapter.id}Held`]}>
        {chapter.id === 'cloud' && <LowerBill />}
      </Result>
      <Records>
        <Entries name="Services" to={chapter.to} names={shownServices.map(({ title }) => title)} />
        <Entries name="Products" to="/products" names={shownProducts.map(({ name }) => name)} />
        {newest && <Article post={newest} />}
      </Records>
    </Chapter>
  )
}

type ResultProps = { drawing: ReactNode; caption: string; children?: ReactNode }

const Result = ({ drawing, caption, children }: ResultProps) => (
  <figure className="mt-4 md:mt-5">
    {drawing}
    <figcaption className="mt-2.5 text-small text-muted md:mt-3">
      {caption} {children}
    </figcaption>
  </figure>
)

const Records = ({ children }: { children: ReactNode }) => (
  <dl className="mt-4 divide-y divide-line border-t border-line text-small md:mt-5">{children}</dl>
)

type ChapterProps = { id: PlateId; title: string; text: string; to?: string; children: ReactNode }

function Chapter({ id, title, text, to, children }: ChapterProps) {
  return (
    <li id={id} className="chapter later relative grid items-center gap-x-10 [--later:36rem] md:grid-cols-[1.4fr_1fr]">
      <article className="relative rounded-panel border border-line bg-raised p-5 sm:px-8 sm:py-7">
        <h3 dir="auto" className="text-h3 md:pr-8 md:text-h2">
          {to ? (
            <Link to={to} className="link-quiet">
              {title}
              <ArrowRight aria-hidden="true" className="absolute top-9 right-8 size-5 text-primary max-md:hidden" />
            </Link>
          ) : (
            title
          )}
        </h3>
        <p dir="auto" className="mt-2 max-w-[36rem] text-muted max-md:text-small md:mt-3">
          {text}
        </p>
        {children}
      </article>
      <StillPlate
        id={id}
        className="w-full max-md:absolute max-md:-top-5 max-md:right-4 max-md:w-20 md:mx-auto md:max-w-[26rem]"
      />
    </li>
  )
}

/** A phone shows the last row of a chapter. */
const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[6.5rem_1fr] gap-x-4 py-1.5 max-md:not-last:hidden">
    <dt dir="auto" className="text-muted">
      {name}
    </dt>
    <dd>{children}</dd>
  </div>
)

function Entries({ name, to, names }: { name: string; to: string; names: string[] }) {
  if (names.length === 0) return null
  return (
    <Row name={name}>
      <Link to={to} className="link-quiet max-md:line-clamp-1">
        {names.join(', ')}
      </Link>
    </Row>
  )
}

const Article = ({ post: { slug, title, createdAt } }: { post: PostSummary }) => (
  <Row name="Latest article">
    <Link to={`/blog/${slug}`} className="link max-md:line-clamp-1">
      {title}
    </Link>{' '}
    <FormattedDate iso={createdAt} className="whitespace-nowrap text-fine text-muted max-md:hidden" />
  </Row>
)

/** The drawings of the client's results, in the figure's style: `stroke` for outlines, `bar` for thick ones, `mark` for the accent. */
function Artefact({ viewBox, children }: { viewBox: string; children: ReactNode }) {
  return (
    <svg aria-hidden="true" className="artefact" viewBox={viewBox} preserveAspectRatio="xMinYMid meet">
      {children}
    </svg>
  )
}

/** Two reports whose last figures agree. */
function ReportsDrawing() {
  const heights = [26, 50, 38, 70]
  const report = (x: number) => heights.map((high, i) => `M${x + 40 + i * 44} 132v${-high}`).join('')
  return (
    <Artefact viewBox="0 0 560 160">
      <path className="sheet" d="M1 1H231V159H1zM329 1H559V159H329z" />
      <path className="bar quiet" d="M24 24h70M352 24h104" />
      <path className="rule" d="M20 132H212M348 132H540" />
      <path className="bar wide" d={report(8) + report(336)} />
      <path className="mark" strokeDasharray="1 7" d="M196 62H258M302 62H498" />
      <circle className="disc" cx="280" cy="62" r="19" />
      <path className="mark" d="M272 58h16M272 66h16" />
    </Artefact>
  )
}

/** Two hundred cases: most have a tick, and the others a ring in its place. */
function CasesDrawing() {
  const wrong = [7, 31, 38, 52, 66, 83, 90, 104, 119, 133, 148, 171, 186]
  return (
    <Artefact viewBox="0 0 560 160">
      <pattern id="cases" width="14" height="32" patternUnits="userSpaceOnUse">
        <path className="tick" d="M3 16l3 4 6-8" />
      </pattern>
      <path className="cases" d="M0 0H560V160H0z" />
      {wrong.map((i) => (
        <circle key={i} className="mark" cx={7 + (i % 40) * 14} cy={16 + Math.floor(i / 40) * 32} r="6" />
      ))}
    </Artefact>
  )
}

/** A runbook: each step is done, and the last line is signed. */
function RunbookDrawing() {
  const steps = [196, 148, 232, 172]
  const row = (i: number) => 26 + i * 25
  return (
    <Artefact viewBox="0 0 560 160">
      <path className="sheet" d="M1 1H559V159H1z" />
      <path d={steps.map((_, i) => `M20 ${row(i) + 12}H540`).join('')} className="rule" />
      <path className="bar quiet" d={steps.map((wide, i) => `M60 ${row(i)}h${wide}`).join('')} />
      <path className="bar quiet" d={steps.map((_, i) => `M490 ${row(i)}h46`).join('')} />
      <path className="tick" d={steps.map((_, i) => `M24 ${row(i)}l5 6 9-12`).join('')} />
      <path d="M330 146H540" />
      <path className="mark" d="M342 138c10-22 22-24 18-6s14 8 22-4 10 10 20 4 14-14 22-6 16 10 28 2 26-8 40-6" />
    </Artefact>
  )
}
