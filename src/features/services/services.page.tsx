import { useQuery } from '@tanstack/react-query'
import { serviceCasesQuery } from '#features/cases/cases.queries.ts'
import { UsedInCases } from '#features/cases/used-in-cases.part.tsx'
import { servicesQuery } from '#features/catalog/catalog.queries.ts'
import { CatalogDrawing } from '#features/catalog/catalog-drawing.part.tsx'
import { type AnchoredService, withAnchors } from '#features/catalog/service-anchors.contract.ts'
import { ServiceIcon } from '#features/catalog/service-icon.part.tsx'
import { AnchorLink, useScrollToHash } from '#site/page/anchors.tsx'
import { classNames } from '#ui/class-names.ts'
import type { Described } from '#ui/drawing/motifs/motifs.ts'
import { FeatureList } from '#ui/feature-list.tsx'
import { Section } from '#ui/layout.tsx'
import { useWords } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-frame.tsx'
import { QueryState } from '#web/query-state.tsx'
import { ServerPart } from '#web/server-part.tsx'
import { breadcrumbData } from '#web/structured-data.ts'
import { servicesWords } from './services-words.contract.ts'

const loadBelow = () => import('./services-below.tsx')
const onServer = import.meta.env.SSR ? await loadBelow() : undefined

export const queries = () =>
  onServer ? [servicesQuery(), serviceCasesQuery(), ...onServer.queries()] : [servicesQuery()]

export default function ServicesPage() {
  const words = useWords('services', servicesWords)
  const services = useQuery(servicesQuery())
  const items = withAnchors(services.data ?? [])
  const records = items.map(({ service: { title, category, features } }) => ({ name: title, category, features }))
  useScrollToHash(services.isSuccess)
  return (
    <>
      <Head
        title="Services"
        path="/services"
        description="Cloud, data, AI, development, consulting, support and training for startups: what we do, and what you get at the end of it."
        jsonLd={import.meta.env.SSR && [breadcrumbData([{ name: 'Services', path: '/services' }])]}
      />
      <PageHero title={words.title} lead={words.lead} aside={items.length > 1 && <Index items={items} />} />
      <Section space="none" className="pb-band">
        <QueryState query={services} failure="Failed to load services">
          {() => (
            <ul>
              {items.map((item, place) => (
                <ServiceEntry key={item.id} item={item} records={records} place={place} />
              ))}
            </ul>
          )}
        </QueryState>
      </Section>
      <ServerPart load={loadBelow} onServer={onServer} of={{}} />
    </>
  )
}

/** With more services than these, the title would be below the window. */
const mostInColumn = 9

const Index = ({ items }: { items: AnchoredService[] }) => (
  <nav aria-label="All services">
    <ul
      className={classNames(
        'grid border-t border-line text-small sm:grid-cols-2 sm:gap-x-8',
        items.length <= mostInColumn && 'lg:grid-cols-1',
      )}
    >
      {items.map(({ service, id }) => (
        <li key={id} className="border-b border-line">
          <AnchorLink id={id} className="link-quiet flex min-h-11 items-center gap-3 py-1.5 font-[560]">
            <ServiceIcon name={service.icon} className="size-5 shrink-0 text-primary" />
            <span dir="auto">{service.title}</span>
          </AnchorLink>
        </li>
      ))}
    </ul>
  </nav>
)

/** Whether one of two texts contains the other, as "Cloud" and "Cloud Solutions". */
const repeats = (one: string, other: string) => {
  const [short = '', long = ''] = [one.toLowerCase(), other.toLowerCase()].sort((a, b) => a.length - b.length)
  return long.includes(short)
}

type ServiceEntryProps = { item: AnchoredService; records: readonly Described[]; place: number }

/**
 * A service: its description, its features in a ruled list, and its figure. The first one is large. The one that the address names is marked.
 */
function ServiceEntry({ item: { service, id, alias }, records, place }: ServiceEntryProps) {
  const { title, category, description, features } = service
  const lead = place === 0
  return (
    <li
      id={id}
      className={classNames(
        'service later relative grid scroll-mt-28 grid-cols-[1fr_6rem] gap-x-5 border-t border-line py-9 first:border-t-0',
        '[--later:34rem] md:grid-rows-[auto_auto_auto_1fr] md:gap-x-10 lg:py-12 lg:[--later:20rem]',
        lead ? 'md:grid-cols-[7fr_5fr] lg:pt-16' : 'md:grid-cols-[1fr_12rem] lg:grid-cols-[5fr_4fr_14rem]',
      )}
    >
      {alias && <span id={alias} className="absolute top-0 scroll-mt-28" />}
      <div className="flex gap-x-4 self-center md:gap-x-5 md:self-start">
        <ServiceIcon name={service.icon} className="size-7 shrink-0 text-primary md:size-8" />
        <div>
          {!repeats(category, title) && <p className="eyebrow mb-1">{category}</p>}
          <h2 dir="auto" className={lead ? 'text-h2' : 'text-h3'}>
            {title}
          </h2>
        </div>
      </div>
      <CatalogDrawing
        records={records}
        place={place}
        className={classNames(
          'w-full self-center md:col-start-2 md:row-span-4 md:row-start-1',
          lead ? 'rounded-panel md:self-start md:bg-sunken md:p-6 lg:self-stretch' : 'md:self-start lg:col-start-3',
        )}
      />
      <p
        dir="auto"
        className={classNames('mt-4 max-w-measure text-muted max-md:col-span-2 md:mt-2 md:pl-13', lead && 'lg:pb-5')}
      >
        {description}
      </p>
      <FeatureList
        columns={lead}
        items={features}
        label={`What ${title} includes`}
        className={classNames(
          'mt-5 self-start max-md:col-span-2 md:ml-13',
          !lead && 'lg:col-start-2 lg:row-span-4 lg:row-start-1 lg:mt-0 lg:ml-0',
        )}
      />
      <div className="max-md:col-span-2 md:pl-13">
        <UsedInCases serviceId={service._id} />
      </div>
    </li>
  )
}
