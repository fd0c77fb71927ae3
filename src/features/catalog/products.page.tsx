import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FeatureList } from '#ui/feature-list.tsx'
import { Section } from '#ui/layout.tsx'
import { breadcrumbData } from '#web/breadcrumb-data.ts'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-hero.tsx'
import { QueryState } from '#web/query-state.tsx'
import type { Product } from './catalog.contract.ts'
import { productsQuery } from './catalog.queries.ts'

export const queries = () => [productsQuery()]

export default function ProductsPage() {
  const products = useQuery(productsQuery())
  return (
    <>
      <Head
        title="Products"
        path="/products"
        description="Tools we built for our own projects and now keep for yours: to start a company, run its cloud, put AI to work and trust its data."
        jsonLd={[breadcrumbData([{ name: 'Products', path: '/products' }])]}
      />
      <PageHero
        title="Products"
        lead="Tools that we built for one project, needed in the next, and now keep for everyone. Each comes set up, with its source and a person to ask."
      />
      <Section space="band">
        <QueryState query={products} failure="Failed to load products">
          {(items) => (
            <ul className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
              {items.map((item) => (
                <ProductCard key={item._id} product={item} />
              ))}
            </ul>
          )}
        </QueryState>
      </Section>
    </>
  )
}

function ProductCard({ product }: { product: Product }) {
  return (
    <Card as="li" className="later flex flex-col [--later:42rem]">
      <p className="eyebrow">{product.category}</p>
      <h2 className="mt-2 text-h2">{product.name}</h2>
      <p className="mt-3 text-small text-muted">{product.description}</p>
      <FeatureList items={product.features} label={`What ${product.name} includes`} className="mt-6 mb-8" />
      <div className="mt-auto">
        <ButtonLink
          variant="secondary"
          to={`/contact?${new URLSearchParams({ subject: `Demo request: ${product.name}` })}`}
        >
          Request Demo<span className="sr-only">: {product.name}</span>
        </ButtonLink>
      </div>
    </Card>
  )
}
