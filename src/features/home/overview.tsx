import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { AiDrawing, CloudDrawing, DataDrawing } from '#features/home/drawings/panel-drawings.tsx'
import { classNames } from '#ui/class-names.ts'
import { Section } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'

/** What the company does, in three panels; the first one is larger. */
export function Overview() {
  return (
    <Section aria-labelledby="overview" className="later [--later:90rem] lg:[--later:59rem]">
      <h2 id="overview" className="max-w-[22em] text-h2">
        Three crafts under one roof, so that nothing falls between them
      </h2>
      <div className="mt-10 grid gap-5 lg:grid-cols-12 lg:grid-rows-2">
        <Panel
          className="on-deep grid-rows-[auto_auto_1fr] lg:col-span-7 lg:row-span-2"
          large
          title="Cloud Solutions & Consulting"
          text="Architecture, migration and the bill at the end of the month. We design for the load you have, automate what you would otherwise do at night, and leave you with infrastructure written down as code."
          drawing={<CloudDrawing className="w-full" />}
        />
        <Panel
          className="border border-line bg-raised sm:grid-cols-[1.15fr_1fr] sm:grid-rows-[auto_1fr] lg:col-span-5"
          title="Data Analytics Expertise"
          text="From scattered exports to one set of figures that sales and finance both believe."
          drawing={<DataDrawing className="w-full" />}
        />
        <Panel
          className="bg-primary-soft sm:grid-cols-[1.15fr_1fr] sm:grid-rows-[auto_1fr] lg:col-span-5"
          title="AI Innovation for Business"
          text="Assistants, search and forecasts that are measured before they are trusted, and switched off when they do not pay."
          drawing={<AiDrawing className="w-full" />}
        />
      </div>
    </Section>
  )
}

type PanelProps = { title: string; text: string; drawing: ReactNode; className: string; large?: boolean }

function Panel({ title, text, drawing, className, large }: PanelProps) {
  return (
    <article
      className={classNames('group relative grid gap-x-8 gap-y-4 overflow-hidden rounded-panel p-6 sm:p-8', className)}
    >
      <ArrowRight
        aria-hidden="true"
        className="absolute top-6 right-6 size-5 text-primary transition-transform group-hover:translate-x-1 sm:top-8 sm:right-8"
      />
      <h3 className={classNames('col-span-full pr-8', large ? 'text-h2' : 'text-h3')}>
        <Link to="/services" className="link-quiet link-cover">
          {title}
        </Link>
      </h3>
      <p className={classNames('max-w-[34rem] text-muted', !large && 'text-small')}>{text}</p>
      <div className="self-end">{drawing}</div>
    </article>
  )
}
