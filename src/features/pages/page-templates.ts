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

type PageTemplate = {
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
  blank: { name: 'Blank', about: 'Start with an empty page.', sections: () => [] },
  landing: {
    name: 'Landing page',
    about: 'One offer, the reasons to choose it, and a form.',
    title: 'Plan your next project with us',
    sections: () => [
      {
        kind: 'opening',
        title: 'Plan your next project with us',
        text: 'Tell us where you are and where you want to be, and we will suggest a first step.',
        buttons: [{ label: 'Get in touch', to: '#form' }],
      },
      {
        kind: 'cards',
        title: 'How we can help',
        cards: [
          { title: 'Clear advice', text: 'You get a straight answer and the reasons behind it.' },
          { title: 'Practical help', text: 'We work with your team, on your systems, one step at a time.' },
          { title: 'Knowledge that stays', text: 'We explain everything we do, so your team can take it from there.' },
        ],
      },
      { kind: 'testimonial' },
      {
        kind: 'steps',
        title: 'How we start',
        steps: [
          { title: 'You write to us', text: 'A few sentences about your project are enough.' },
          { title: 'We talk', text: 'We ask about your goals and what you have in place today.' },
          { title: 'You decide', text: 'You get a proposal. Take all the time you need.' },
        ],
      },
      {
        kind: 'form',
        title: 'Tell us about your project',
        text: 'We read every message and reply by email.',
        subject: 'Project inquiry',
        company: true,
      },
    ],
  },
  event: {
    name: 'Event',
    about: 'A date with seats, registration and an agenda.',
    title: 'Join our next event',
    listed: true,
    sections: () => [
      {
        kind: 'opening',
        title: 'Join our next event',
        text: 'Meet our team, ask your questions and take home something you can use.',
      },
      { kind: 'event' },
      {
        kind: 'steps',
        title: 'What to expect',
        steps: [
          { title: 'Welcome', text: 'We introduce ourselves and the topic.' },
          { title: 'Talk', text: 'We share what we have learned, with time for questions.' },
          { title: 'Conversation', text: 'Stay a little longer and talk to us about your own work.' },
        ],
      },
      {
        kind: 'questions',
        title: 'Good to know',
        questions: [
          {
            question: 'How do I register?',
            answer: 'Fill in the form on this page. We will email you a confirmation.',
          },
          {
            question: 'What if I can’t make it?',
            answer: 'Just reply to your confirmation email, so that someone else can have your seat.',
          },
        ],
      },
    ],
  },
  partner: {
    name: 'Partner',
    about: 'Introduce a partner and what you do together.',
    title: 'Our partnership',
    listed: true,
    sections: ({ brand }) => [
      {
        kind: 'opening',
        title: 'Better together',
        text: `${brand} and our partner work as one team, so everything you get fits together.`,
        buttons: [{ label: 'Talk to us', to: '#form' }],
      },
      {
        kind: 'cards',
        title: 'Why we work together',
        cards: [
          { title: 'One team', text: 'You talk to one person, who coordinates the rest.' },
          { title: 'The right people', text: 'Each of us does what we do best.' },
          { title: 'One plan', text: 'You get a single plan for the whole project.' },
        ],
      },
      { kind: 'cases' },
      {
        kind: 'form',
        title: 'Ask us about the partnership',
        text: 'We read every message and reply by email.',
        subject: 'Partnership inquiry',
        company: true,
      },
    ],
  },
  press: {
    name: 'Press kit',
    about: 'Who you are, with files for journalists to download.',
    title: 'Press kit',
    listed: true,
    sections: ({ brand, tagline, email }) => [
      { kind: 'opening', title: 'Press kit', text: `Facts and files for anyone writing about ${brand}.` },
      { kind: 'text', content: `## About ${brand}\n\n${brand}: ${tagline}.` },
      { kind: 'files', title: 'Downloads', files: [{}] },
      {
        kind: 'action',
        title: 'Have a question?',
        text: 'Email us. We are happy to help with facts, images and interviews.',
        button: { label: 'Email us', to: `mailto:${email}` },
      },
    ],
  },
  thanks: {
    name: 'Thank you',
    about: 'Where people land after they send a form.',
    title: 'Thank you',
    sections: () => [
      {
        kind: 'opening',
        title: 'Thank you',
        text: 'We have received your message and will reply by email.',
        buttons: [{ label: 'Back to the home page', to: '/' }],
      },
      { kind: 'articles', count: 3 },
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
