import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BlogCategory, PostSummary } from '#features/blog/blog.contract.ts'
import type { Product, Service } from '#features/catalog/catalog.contract.ts'
import { BillDrawing, CasesDrawing, ReportsDrawing } from '#features/home/drawings/artefact-drawings.tsx'
import { type PlateId, StillPlate } from '#features/home/drawings/living-diagram.tsx'
import { FormattedDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import { allProducts, allServices, highlights } from './home.queries.ts'
import { NextCourse } from './next-course.tsx'

type Craft = {
  id: PlateId
  title: string
  text: string
  /** The place on the page of services. */
  to: string
  /** What the client has at the end, as a drawing and in words. */
  drawing: ReactNode
  held: string
  article: BlogCategory
  services: Service['category'][]
  products: Product['category'][]
}

const crafts: Craft[] = [
  {
    id: 'cloud',
    title: 'Cloud Solutions & Consulting',
    to: '/services#cloud',
    text: 'Architecture, migration and the bill at the end of the month. We design for the load you have, automate what you would otherwise do at night, and leave you with infrastructure written down as code.',
    drawing: <BillDrawing />,
    held: 'You hold a bill with an owner on every line, and one line fewer.',
    article: 'Cloud',
    services: ['Cloud', 'Consulting'],
    products: ['Cloud Management & Optimization'],
  },
  {
    id: 'data',
    title: 'Data Analytics Expertise',
    to: '/services#data-analytics',
    text: 'From scattered exports to one set of figures that sales and finance both believe.',
    drawing: <ReportsDrawing />,
    held: 'You hold two reports that were made by different people and give the same answer.',
    article: 'Digital Transformation',
    services: ['Data Analytics'],
    products: ['Data & Analytics Frameworks'],
  },
  {
    id: 'ai',
    title: 'AI Innovation for Business',
    to: '/services#generative-ai',
    text: 'Assistants, search and forecasts that are measured before they are trusted, and switched off when they do not pay.',
    drawing: <CasesDrawing />,
    held: 'You hold two hundred of your own cases, each judged right or wrong before a customer sees an answer.',
    article: 'AI & ML',
    services: ['Generative AI'],
    products: ['AI & Automation Solutions'],
  },
]

/** The figure's plates one after another: what each craft does, what the client holds at the end, and where to see it on this site. */
export function Chapters({ className }: { className?: string }) {
  return (
    <section aria-labelledby="overview" className={className}>
      <h2 id="overview" className="max-w-[22em] pb-10 text-h2">
        Three crafts under one roof, so that nothing falls between them
      </h2>
      <ol className="chapters-list grid gap-y-10">
        {crafts.map((craft) => (
          <CraftChapter key={craft.id} {...craft} />
        ))}
        <Chapter
          id="training"
          title="Training, so that you can do without us"
          text="The plate on top is yours. Whoever looks after the systems next year learns it on those systems, from the people who built them."
        >
          <NextCourse />
        </Chapter>
      </ol>
    </section>
  )
}

function CraftChapter({ article, services, products, drawing, held, ...chapter }: Craft) {
  const newest = useQuery(highlights).data?.blogs.find(({ category }) => category === article)
  const ofCategory = <Item extends { category: string }>(items: Item[] = [], categories: string[]) =>
    items.filter(({ category }) => categories.includes(category)).slice(0, 2)
  const shownServices = ofCategory(useQuery(allServices).data, services)
  const shownProducts = ofCategory(useQuery(allProducts).data, products)
  return (
    <Chapter {...chapter}>
      <figure className="mt-6">
        {drawing}
        <figcaption className="mt-3 text-small text-muted">{held}</figcaption>
      </figure>
      <dl className="mt-6 divide-y divide-line border-t border-line text-small">
        <Entries name="Services" to={chapter.to} names={shownServices.map(({ title }) => title)} />
        <Entries name="Products" to="/products" names={shownProducts.map(({ name }) => name)} />
        {newest && <Article post={newest} />}
      </dl>
    </Chapter>
  )
}

type ChapterProps = { id: PlateId; title: string; text: string; to?: string; children: ReactNode }

function Chapter({ id, title, text, to, children }: ChapterProps) {
  return (
    <li id={id} className="chapter later grid items-center gap-x-10 gap-y-6 [--later:48rem] md:grid-cols-[1.4fr_1fr]">
      <article className="relative rounded-panel border border-line bg-raised p-6 sm:p-8">
        <h3 className="pr-8 text-h2">
          {to ? (
            <Link to={to} className="link-quiet group">
              {title}
              <ArrowRight
                aria-hidden="true"
                className="absolute top-7 right-6 size-5 text-primary transition-transform group-hover:translate-x-1 sm:top-9 sm:right-8"
              />
            </Link>
          ) : (
            title
          )}
        </h3>
        <p className="mt-3 max-w-[36rem] text-muted">{text}</p>
        {children}
      </article>
      <StillPlate id={id} className="mx-auto w-full max-w-[26rem] max-md:order-first" />
    </li>
  )
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[6.5rem_1fr] gap-x-4 py-2.5">
    <dt className="text-muted">{name}</dt>
    <dd>{children}</dd>
  </div>
)

function Entries({ name, to, names }: { name: string; to: string; names: string[] }) {
  if (names.length === 0) return null
  return (
    <Row name={name}>
      <Link to={to} className="link-quiet">
        {names.join(', ')}
      </Link>
    </Row>
  )
}

const Article = ({ post: { slug, title, createdAt } }: { post: PostSummary }) => (
  <Row name="Latest article">
    <Link to={`/blog/${slug}`} className="link">
      {title}
    </Link>{' '}
    <FormattedDate iso={createdAt} className="whitespace-nowrap text-fine text-muted" />
  </Row>
)
