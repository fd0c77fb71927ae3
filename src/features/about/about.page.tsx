import { CallToAction } from '#site/page/call-to-action.tsx'
import { Statistics } from '#site/page/statistics.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Section } from '#ui/layout.tsx'
import { useCompany } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-hero.tsx'
import { peopleQuery } from './people.queries.ts'
import { People } from './people.tsx'
import { TableDrawing } from './table-drawing.tsx'

export const queries = () => [peopleQuery]

export default function AboutPage() {
  const { brand, address } = useCompany()
  return (
    <>
      <Head
        title="About"
        description={`Who ${brand} is: a small engineering studio in ${address.city} for cloud, data analytics, AI and training.`}
        path="/about"
      />
      <PageHero
        title="Your Digital Partner in Cloud, Data Analytics & AI"
        lead={`${brand} is a small engineering studio in ${address.city}. Startups come to us when the technology has to work and nobody is there yet to make it.`}
        aside={<Table />}
      />
      <Story />
      <Statistics page="about" />
      <People />
      <CallToAction
        title="Come and see how we work."
        text={`Our door is at ${address.street}, ${address.city}. Our inbox is closer.`}
      >
        <ButtonLink to="/contact" size="large">
          Get in Touch
        </ButtonLink>
      </CallToAction>
    </>
  )
}

const Table = () => (
  <figure className="mx-auto max-w-[16rem] sm:max-w-[22rem] lg:mr-0">
    <TableDrawing className="w-full" />
    <figcaption className="mt-4 text-center text-fine text-balance text-muted">
      Ten at one table. The marigold seat is yours.
    </figcaption>
  </figure>
)

/** The steps of the journey, each with the mark in its margin. */
const journey = [
  [
    'The first table',
    'Three engineers left product companies to do for many startups what they had done for one, and shared a desk to do it.',
  ],
  [
    'The first pattern',
    'By the tenth project the same problems had names. We wrote the answers down; they became our tools, and then our courses.',
  ],
  [
    'The team today',
    'Cloud, data and machine learning sit in one room, and whoever designs a system also takes its first night calls.',
  ],
] as const

function Story() {
  const { brand, address } = useCompany()
  return (
    <Section aria-label="Our story">
      <div className="grid gap-5 lg:grid-cols-12">
        <article className="flex flex-col rounded-panel border border-line bg-raised p-6 sm:p-10 lg:col-span-7 lg:row-start-1">
          <h2 className="text-h2">About Us</h2>
          <div className="mt-5 grid max-w-measure gap-4 pb-8">
            <p>
              {brand} plans, builds and looks after the systems that young companies run on: the cloud they live in, the
              data they decide by, and the AI that takes work off their people.
            </p>
            <p>
              We work in small teams of seniors, next to yours, in your repository. You see every decision with its
              price. When we leave, the code is yours, it is documented, and somebody of yours has been taught to run
              it.
            </p>
          </div>
          <p className="mt-auto border-t border-line pt-5 text-small text-muted">
            Most of our clients are between their first customer and their hundredth employee. Some sit around the
            corner in {address.city}, and most we meet on a screen.
          </p>
        </article>
        <article className="flex flex-col rounded-panel border border-line bg-sunken p-6 sm:p-10 lg:col-span-5 lg:row-span-2">
          <h2 className="text-h2">Our Journey</h2>
          <ol className="mt-6 ml-1.5 flex grow flex-col">
            {journey.map(([title, text]) => (
              <li
                key={title}
                className="relative border-l border-edge pb-7 pl-7 not-last:grow last:border-transparent last:pb-0"
              >
                <span aria-hidden="true" className="absolute top-1.5 -left-1.5 size-3 rounded-full bg-primary" />
                <h3 className="text-h3">{title}</h3>
                <p className="mt-1.5 text-small text-muted">{text}</p>
              </li>
            ))}
          </ol>
        </article>
        <article className="on-deep rounded-panel p-6 sm:p-10 lg:col-span-7">
          <h2 className="text-h3">Our Mission</h2>
          <p className="mt-5 font-display text-h2 font-[640] text-balance">
            To give a company of ten the engineering that used to take a company of a thousand, at a price it can
            explain to its investors.
          </p>
        </article>
      </div>
    </Section>
  )
}
