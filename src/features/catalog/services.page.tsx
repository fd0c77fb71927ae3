import { useQuery } from '@tanstack/react-query'
import { CallToAction } from '#site/page/call-to-action.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { FeatureList } from '#ui/feature-list.tsx'
import { Section } from '#ui/layout.tsx'
import { breadcrumbData } from '#web/breadcrumb-data.ts'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-hero.tsx'
import { QueryState } from '#web/query-state.tsx'
import type { Service } from './catalog.contract.ts'
import { servicesQuery } from './catalog.queries.ts'
import { ServiceIcon } from './service-icon.tsx'

export const queries = () => [servicesQuery()]

export default function ServicesPage() {
  const services = useQuery(servicesQuery())
  return (
    <>
      <Head
        title="Services"
        path="/services"
        description="Cloud, data, AI, development, consulting, support and training for startups: what we do, and what you get at the end of it."
        jsonLd={[breadcrumbData([{ name: 'Services', path: '/services' }])]}
      />
      <PageHero
        title="Services"
        lead="We design it, build it and stay until your own team runs it. Each service names what you hold in your hands at the end."
      />
      <Section space="band">
        <QueryState query={services} failure="Failed to load services">
          {(items) => (
            <ul className="grid gap-x-16 lg:grid-cols-2">
              {items.map((item) => (
                <ServiceEntry key={item._id} service={item} />
              ))}
            </ul>
          )}
        </QueryState>
      </Section>
      <Section space="band" ground="sunken" aria-labelledby="training">
        <div className="grid items-end gap-6 lg:grid-cols-12">
          <div className="lg:col-span-8">
            <h2 id="training" className="text-h2">
              Rather learn to do it yourselves?
            </h2>
            <p className="mt-3 max-w-measure text-muted">
              Our engineers teach what they do all week: cloud, data, AI and the web, in small groups and on real
              systems.
            </p>
          </div>
          <div className="lg:col-span-4 lg:text-right">
            <ButtonLink variant="secondary" to="/courses">
              Browse the courses
            </ButtonLink>
          </div>
        </div>
      </Section>
      <CallToAction
        title="Ready to Get Started?"
        text="Tell us where you are and where you want to be. The first conversation costs nothing but half an hour."
      >
        <ButtonLink size="large" to="/contact">
          Contact us
        </ButtonLink>
      </CallToAction>
    </>
  )
}

/** A service: its description, and its features in a ruled list below. A last one without a neighbour takes both columns. */
function ServiceEntry({ service }: { service: Service }) {
  return (
    <li className="later group grid grid-cols-[auto_1fr] content-start gap-x-5 border-t border-line py-10 first:border-t-0 lg:[&:nth-child(2)]:border-t-0 lg:last:odd:col-span-2 [--later:42rem] lg:[--later:31rem]">
      <ServiceIcon name={service.icon} className="mt-0.5 size-8 text-primary" />
      <div className="lg:group-last:group-odd:grid lg:group-last:group-odd:grid-cols-2 lg:group-last:group-odd:gap-x-16">
        <div>
          <p className="eyebrow">{service.category}</p>
          <h2 className="mt-1 text-h3">{service.title}</h2>
          <p className="mt-3 text-muted">{service.description}</p>
        </div>
        <FeatureList items={service.features} label={`What ${service.title} includes`} className="mt-5 self-start" />
      </div>
    </li>
  )
}
