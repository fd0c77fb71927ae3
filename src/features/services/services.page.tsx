import { useQuery } from '@tanstack/react-query'
import { serviceCasesQuery } from '#features/cases/cases.queries.ts'
import { UsedInCases } from '#features/cases/used-in-cases.part.tsx'
import type { Service } from '#features/catalog/catalog.contract.ts'
import { servicesQuery } from '#features/catalog/catalog.queries.ts'
import { CatalogDrawing, type Motif } from '#features/catalog/catalog-drawing.part.tsx'
import { type AnchoredService, withAnchors } from '#features/catalog/service-anchors.contract.ts'
import { ServiceIcon } from '#features/catalog/service-icon.part.tsx'
import { AnchorLink, useScrollToHash } from '#site/page/anchors.tsx'
import { classNames } from '#ui/class-names.ts'
import { FeatureList } from '#ui/feature-list.tsx'
import { Section } from '#ui/layout.tsx'
import { useWords } from '#web/company-context.tsx'
import { breadcrumbData, Head } from '#web/head.tsx'
import { PageHero } from '#web/page-hero.tsx'
import { QueryState } from '#web/query-state.tsx'
import { ServerPart } from '#web/server-part.tsx'
import { servicesWords } from './services-words.contract.ts'

const loadBelow = () => import('./services-below.tsx')
const onServer = import.meta.env.SSR ? await loadBelow() : undefined

export const queries = () =>
  onServer ? [servicesQuery(), serviceCasesQuery(), ...onServer.queries()] : [servicesQuery()]

export default function ServicesPage() {
  const words = useWords('services', servicesWords)
  const services = useQuery(servicesQuery())
  const items = withAnchors(services.data ?? [])
  useScrollToHash(services.isSuccess)
  return (
    <>
      <Head
        title="Services"
        path="/services"
        description="Cloud, data, AI, development, consulting, support and training for startups: what we do, and what you get at the end of it."
        jsonLd={[breadcrumbData([{ name: 'Services', path: '/services' }])]}
      />
      <PageHero title={words.title} lead={words.lead} aside={items.length > 1 && <Index items={items} />} />
      <Section space="none" className="pb-band">
        <QueryState query={services} failure="Failed to load services">
          {() => (
            <ul className="grid gap-x-16 lg:grid-cols-2">
              {items.map((item, place) => (
                <ServiceEntry key={item.id} item={item} lead={place === 0} />
              ))}
            </ul>
          )}
        </QueryState>
      </Section>
      <ServerPart load={loadBelow} onServer={onServer} of={{}} />
    </>
  )
}

/** All services by name, one line each. */
const Index = ({ items }: { items: AnchoredService[] }) => (
  <nav aria-label="All services">
    <ul className="grid border-t border-line text-small sm:grid-cols-2 sm:gap-x-8 lg:grid-cols-1">
      {items.map(({ service, id }) => (
        <li key={id} className="border-b border-line">
          <AnchorLink id={id} className="link-quiet flex min-h-11 items-center gap-3 py-1.5 font-[560]">
            <ServiceIcon name={service.icon} className="size-5 shrink-0 text-primary" />
            {service.title}
          </AnchorLink>
        </li>
      ))}
    </ul>
  </nav>
)

/** The content of the lead entry's figure. */
const motifs: Record<Service['category'], Motif> = {
  Cloud: 'blocks',
  'Data Analytics': 'book',
  Development: 'blocks',
  'Productivity & Collaboration Solutions': 'reader',
  Consulting: 'ledger',
  'Generative AI': 'reader',
  Support: 'ledger',
}

/**
 * A service: its description, and its features in a ruled list below. The first one is large, with a figure; a last one without a neighbour
 * takes both columns. The one that the address names is marked.
 */
function ServiceEntry({ item: { service, id, alias }, lead }: { item: AnchoredService; lead: boolean }) {
  return (
    <li
      id={id}
      className={classNames(
        'service later group relative grid scroll-mt-28 grid-cols-[auto_1fr] content-start gap-x-5 border-t border-line first:border-t-0',
        lead
          ? 'py-12 lg:col-span-2 lg:grid-cols-[auto_7fr_5fr] lg:py-16 [--later:52rem] lg:[--later:31rem]'
          : 'py-10 lg:last:even:col-span-2 [--later:42rem] lg:[--later:31rem]',
      )}
    >
      {alias && <span id={alias} className="absolute top-0 scroll-mt-28" />}
      <ServiceIcon name={service.icon} className="mt-0.5 size-8 text-primary" />
      <div
        className={
          lead
            ? ''
            : 'lg:group-last:group-even:grid lg:group-last:group-even:grid-cols-2 lg:group-last:group-even:gap-x-16'
        }
      >
        <div>
          <p className="eyebrow">{service.category}</p>
          <h2 className={classNames('mt-1', lead ? 'text-h2' : 'text-h3')}>{service.title}</h2>
          <p className={classNames('mt-3 text-muted', lead && 'max-w-measure')}>{service.description}</p>
        </div>
        <FeatureList
          columns={lead}
          items={service.features}
          label={`What ${service.title} includes`}
          className="mt-5 self-start"
        />
        <UsedInCases serviceId={service._id} />
      </div>
      {lead && (
        <div className="col-span-full mt-8 rounded-panel bg-sunken p-4 lg:col-span-1 lg:col-start-3 lg:mt-0 lg:ml-8 lg:self-center">
          <CatalogDrawing
            motif={motifs[service.category]}
            name={service.title}
            className="mx-auto w-full max-w-[26rem]"
          />
        </div>
      )}
    </li>
  )
}
