import type { Company } from '#contract/company.ts'
import { slugOf } from '#contract/slugs.ts'
import type { StoredSection } from './pages.contract.ts'
import type { TypedSection } from './sections/all.contract.ts'

/** A section that may lack what only a person can choose, such as a date or a file. */
type Begun<Value> = Value extends readonly (infer One)[]
  ? Begun<One>[]
  : Value extends object
    ? { [Name in keyof Value]?: Begun<Value[Name]> }
    : Value
type BegunSection = TypedSection extends infer Kind extends { kind: string }
  ? Kind extends unknown
    ? Begun<Omit<Kind, 'kind'>> & Pick<Kind, 'kind'>
    : never
  : never

type Of = Pick<Company, 'brand' | 'tagline' | 'email'>

export type PageTemplate = {
  name: string
  /** One sentence about it, for the choice. */
  about: string
  title?: string
  listed?: boolean
  /** Its sentences state nothing that could be wrong, so that a page that was published too early does no harm. */
  sections: (company: Of) => BegunSection[]
}

/** The templates of a new page, in the order of the choice. */
export const pageTemplates: Record<string, PageTemplate> = {
  blank: { name: 'Blank', about: 'An empty page to build from scratch.', sections: () => [] },
  landing: {
    name: 'Landing page',
    about: 'One offer, the reasons for it and a form.',
    title: 'Let us plan your next project',
    sections: () => [
      {
        kind: 'opening',
        title: 'Let us plan your next project',
        text: 'Tell us where you are and where you want to be. We will tell you what we would do first.',
        buttons: [{ label: 'Get in touch', to: '#form' }],
      },
      {
        kind: 'cards',
        title: 'How we can help',
        cards: [
          { title: 'Clear advice', text: 'You get a plain answer to your question, and the reasons for it.' },
          { title: 'Practical help', text: 'We work with your team and on your systems, step by step.' },
          { title: 'Knowledge that stays', text: 'We explain what we do, so that your team can go on without us.' },
        ],
      },
    ],
  },
}

/** The first values of a page that begins with a template. */
export const valuesOfTemplate = ({ title = '', listed = false, sections }: PageTemplate, company: Of) => ({
  title,
  path: slugOf(title),
  listed,
  sections: sections(company) as StoredSection[],
})
