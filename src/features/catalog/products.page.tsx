import { useQuery } from '@tanstack/react-query'
import { CallToAction } from '#site/page/call-to-action.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FeatureList, isFilled } from '#ui/feature-list.tsx'
import { Section } from '#ui/layout.tsx'
import { useWords } from '#web/company-context.tsx'
import { breadcrumbData, Head } from '#web/head.tsx'
import { PageHero } from '#web/page-hero.tsx'
import { QueryState } from '#web/query-state.tsx'
import type { Product } from './catalog.contract.ts'
import { productsQuery } from './catalog.queries.ts'
import { CatalogDrawing } from './catalog-drawing.part.tsx'
import type { Motif } from './catalog-motifs.tsx'
import { productsWords } from './products-words.contract.ts'

export const queries = () => [productsQuery()]

export default function ProductsPage() {
  const words = useWords('products', productsWords)
  const products = useQuery(productsQuery())
  return (
    <>
      <Head
        title="Products"
        path="/products"
        description="Tools we built for our own projects and now keep for yours: to start a company, run its cloud, put AI to work and trust its data."
        jsonLd={[breadcrumbData([{ name: 'Products', path: '/products' }])]}
      />
      <PageHero title={words.title} lead={words.lead} />
      <Section space="none" className="pb-band">
        <QueryState query={products} failure="Failed to load products">
          {(items) => inCategories(items).map((group) => <Category key={group.category} {...group} />)}
        </QueryState>
      </Section>
      <CallToAction title={words.actionTitle} text={words.actionText}>
        <ButtonLink size="large" to={demoOf('your own data')}>
          {words.action}
        </ButtonLink>
      </CallToAction>
    </>
  )
}

type Group = { category: Product['category']; products: Product[] }

/** The products by category, in the order in which the categories first appear. */
const inCategories = (items: Product[]): Group[] =>
  [...Map.groupBy(items, ({ category }) => category)].map(([category, products]) => ({ category, products }))

/** A category with its name, which stays in the margin on wide screens, and the grid of its products. */
function Category({ category, products }: Group) {
  const id = category.toLowerCase().replaceAll(/[^a-z]+/g, '-')
  return (
    <section
      aria-labelledby={id}
      className="border-b border-line py-12 last:border-0 xl:grid xl:grid-cols-12 xl:gap-x-8 xl:py-16"
    >
      <div className="xl:col-span-2">
        <h2 id={id} className="text-h3 text-balance text-primary xl:sticky xl:top-28 xl:text-body xl:leading-snug">
          {category}
        </h2>
      </div>
      <ul className="mt-8 grid gap-x-12 gap-y-14 md:grid-cols-2 xl:col-span-10 xl:mt-0">
        {products.map((product) => (
          <ProductEntry key={product._id} product={product} />
        ))}
      </ul>
    </section>
  )
}

/** The motif and the background of each category's drawings. */
const figures: Record<Product['category'], { motif: Motif; ground: string }> = {
  'Startup Acceleration Tools': { motif: 'blocks', ground: 'bg-sunken' },
  'Cloud Management & Optimization': { motif: 'ledger', ground: 'on-deep' },
  'AI & Automation Solutions': { motif: 'reader', ground: 'bg-primary-soft' },
  'Data & Analytics Frameworks': { motif: 'book', ground: 'bg-sunken' },
}

/** A last one without a neighbour takes both columns, with its figure next to its text. */
function ProductEntry({ product }: { product: Product }) {
  const { name, description, category } = product
  const { motif, ground } = figures[category]
  return (
    <li className="later grid content-start gap-x-12 gap-y-6 [--later:46rem] md:last:odd:col-span-2 md:last:odd:grid-cols-2 md:last:odd:[--later:30rem]">
      <div className={classNames('self-start rounded-panel p-4', ground)}>
        <CatalogDrawing motif={motif} name={name} className="mx-auto w-full max-w-[26rem]" />
      </div>
      <div>
        <h3 className="text-h2">{name}</h3>
        <p className="mt-3 max-w-measure text-muted">{description}</p>
        <Features product={product} />
        <ButtonLink variant="secondary" to={demoOf(name)} className="mt-7">
          Request Demo<span className="sr-only">: {name}</span>
        </ButtonLink>
      </div>
    </li>
  )
}

/** Longer lists are folded after so many features. */
const shownFeatures = 8

function Features({ product: { name, features } }: { product: Product }) {
  const filled = features.filter(isFilled)
  const shown = filled.slice(0, shownFeatures)
  const folded = filled.slice(shownFeatures)
  return (
    <>
      <FeatureList items={shown} label={`What ${name} includes`} className="mt-6" />
      {folded.length > 0 && (
        <details className="group">
          <summary className="link inline-flex min-h-11 items-center text-small font-[560] marker:content-none">
            <span className="group-open:hidden">All {filled.length} features</span>
            <span className="hidden group-open:inline">Fewer features</span>
            <span className="sr-only"> of {name}</span>
          </summary>
          <FeatureList items={folded} label={`What else ${name} includes`} />
        </details>
      )}
    </>
  )
}

const demoOf = (name: string) => `/contact?${new URLSearchParams({ subject: `Demo request: ${name}` })}`
