import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallToAction } from '#site/page/call-to-action.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FeatureList, isFilled } from '#ui/feature-list.tsx'
import { Section } from '#ui/layout.tsx'
import { useWords } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-frame.tsx'
import { QueryState } from '#web/query-state.tsx'
import { breadcrumbData } from '#web/structured-data.ts'
import type { Product } from './catalog.contract.ts'
import { productsQuery } from './catalog.queries.ts'
import { CatalogDrawing } from './catalog-drawing.part.tsx'
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
        jsonLd={import.meta.env.SSR && [breadcrumbData([{ name: 'Products', path: '/products' }])]}
      />
      <PageHero title={words.title} lead={words.lead} />
      <Section space="none" className="pb-band">
        <QueryState query={products} failure="Failed to load products">
          {(items) =>
            inCategories(items).map((group, place) => (
              <Category key={group.category} {...group} all={items} turned={place % 2 === 1} />
            ))
          }
        </QueryState>
      </Section>
      <CallToAction words={words} to={demoOf('your own data')} />
    </>
  )
}

type Group = { category: Product['category']; products: Product[] }

/** The products by category, in the order in which the categories first appear. */
const inCategories = (items: Product[]): Group[] =>
  [...Map.groupBy(items, ({ category }) => category)].map(([category, products]) => ({ category, products }))

type CategoryProps = Group & {
  all: Product[]
  /** The figure of the first product is on the other side from the category above. */
  turned: boolean
}

/** A category with its name, which stays in the margin on wide screens: its first product large, the others as rows. */
function Category({ category, products, all, turned }: CategoryProps) {
  const id = category.toLowerCase().replaceAll(/[^a-z]+/g, '-')
  return (
    <section
      aria-labelledby={id}
      className="border-b border-line py-10 last:border-0 sm:py-12 xl:grid xl:grid-cols-12 xl:gap-x-8 xl:py-16"
    >
      <div className="xl:col-span-2">
        <h2 id={id} className="text-h3 text-balance text-primary xl:sticky xl:top-28 xl:text-body xl:leading-snug">
          {category}
        </h2>
      </div>
      <ul className="mt-6 grid sm:mt-8 xl:col-span-10 xl:mt-0">
        {products.map((product, place) => {
          const Entry = place === 0 ? LeadProduct : ProductRow
          return (
            <Entry key={product._id} product={product} turned={turned}>
              <CatalogDrawing records={all} place={all.indexOf(product)} className="mx-auto size-full" />
            </Entry>
          )
        })}
      </ul>
    </section>
  )
}

/** The ground of each category's large figure. */
const grounds: Record<Product['category'], string> = {
  'Startup Acceleration Tools': 'bg-sunken',
  'Cloud Management & Optimization': 'on-deep',
  'AI & Automation Solutions': 'bg-primary-soft',
  'Data & Analytics Frameworks': 'bg-sunken',
}

type EntryProps = { product: Product; turned: boolean; children: ReactNode }

const LeadProduct = ({ product, turned, children }: EntryProps) => (
  <li className="later grid items-center gap-x-12 gap-y-6 [--later:42rem] md:grid-cols-2 md:[--later:28rem]">
    <div
      className={classNames(
        'aspect-[5/3] rounded-panel p-4 sm:p-6 md:aspect-[4/3] lg:aspect-auto lg:self-stretch print:aspect-auto print:h-44',
        turned && 'md:order-last',
        grounds[product.category],
      )}
    >
      {children}
    </div>
    <div>
      <h3 dir="auto" className="text-h2">
        {product.name}
      </h3>
      <p dir="auto" className="mt-3 max-w-measure text-muted">
        {product.description}
      </p>
      <Features product={product} className="mt-5" />
      <Demo name={product.name} className="mt-6" />
    </div>
  </li>
)

const ProductRow = ({ product, children }: EntryProps) => (
  <li className="later mt-9 grid grid-cols-[6.5rem_1fr] gap-x-5 border-t border-line pt-9 [--later:34rem] md:grid-cols-[12rem_1fr] md:grid-rows-[auto_auto_auto_1fr] md:gap-x-10 md:[--later:24rem] lg:mt-12 lg:grid-cols-[13rem_5fr_4fr] lg:grid-rows-[auto_auto_1fr] lg:pt-12 lg:[--later:18rem]">
    <div className="aspect-[4/3] self-start rounded-panel border border-line p-1.5 md:row-span-4 md:p-3 lg:row-span-3">
      {children}
    </div>
    <h3 dir="auto" className="self-center text-h2 md:self-start">
      {product.name}
    </h3>
    <p dir="auto" className="mt-4 max-w-measure text-muted max-md:col-span-2 md:mt-3">
      {product.description}
    </p>
    <Features
      product={product}
      className="mt-5 max-md:col-span-2 lg:col-start-3 lg:row-span-3 lg:row-start-1 lg:mt-1"
    />
    <Demo name={product.name} className="mt-6 justify-self-start max-md:col-span-2 lg:col-start-2" />
  </li>
)

const Demo = ({ name, className }: { name: string; className: string }) => (
  <ButtonLink variant="secondary" to={demoOf(name)} className={className}>
    Request Demo<span className="sr-only">: {name}</span>
  </ButtonLink>
)

/** Longer lists are folded after so many features. */
const shownFeatures = 8

function Features({ product: { name, features }, className }: { product: Product; className: string }) {
  const filled = features.filter(isFilled)
  const shown = filled.slice(0, shownFeatures)
  const folded = filled.slice(shownFeatures)
  return (
    <div className={className}>
      <FeatureList items={shown} label={`What ${name} includes`} />
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
    </div>
  )
}

const demoOf = (name: string) => `/contact?${new URLSearchParams({ subject: `Demo request: ${name}` })}`
