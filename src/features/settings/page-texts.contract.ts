import * as z from 'zod/mini'
import { signUpWords } from '#contract/default-words.ts'
import { richText } from '#contract/fields.ts'
import { type Group, group, type Shown, setting, text, words } from '#contract/settings.ts'
import { aboutWords, enteredPeople } from '#features/about/about.contract.ts'
import { blogWords } from '#features/blog/blog-words.contract.ts'
import { careersWords } from '#features/careers/careers-words.contract.ts'
import { workWords } from '#features/cases/work-words.contract.ts'
import { productsWords } from '#features/catalog/products-words.contract.ts'
import { contactWords } from '#features/contact/ground/contact-words.contract.ts'
import { coursesWords } from '#features/courses/ground/courses-words.contract.ts'
import { homeWords } from '#features/home/home-words.contract.ts'
import { type SampleId, sampleIds, samplePath } from '#features/home/samples.contract.ts'
import { sampleWords } from '#features/home/samples-words.contract.ts'
import { servicesWords } from '#features/services/services-words.contract.ts'
import { signUpPageWords } from '#features/subscribers/ground/sign-up-words.contract.ts'

const opening = { title: 'Title', lead: 'Intro' }

const callToAction = { actionTitle: 'Title', actionText: 'Text', action: 'Button' }

const craft = <Id extends 'cloud' | 'data' | 'ai' | 'training'>(id: Id) =>
  ({
    [`${id}Title`]: 'Title',
    [`${id}Text`]: 'Text',
    [`${id}Held`]: 'What the client gets',
  }) as Record<`${Id}Title` | `${Id}Text` | `${Id}Held`, string>

const stop = <N extends number>(n: N) =>
  ({
    [`when${n}`]: `Stop ${n}: when`,
    [`what${n}`]: `Stop ${n}: what happens`,
    [`held${n}`]: `Stop ${n}: name of the sample`,
  }) as Record<`when${N}` | `what${N}` | `held${N}`, string>

const step = <N extends number>(n: N) =>
  ({
    [`step${n}Year`]: { label: `Step ${n}: year`, hint: 'Above the step. Leave blank to hide it.', mayBeEmpty: true },
    [`step${n}`]: `Step ${n}`,
    [`step${n}Text`]: `Step ${n}: text`,
  }) as Record<`step${N}Year` | `step${N}` | `step${N}Text`, string | Shown>

const pageTexts = (path: string, name: string, lead: string, panels: Group['panels']): Group =>
  group(path.split('/').at(-1) || 'home', {
    title: name,
    lead,
    access: 'writeSite',
    section: 'Pages',
    pages: [[path, name]],
    hasAppearance: true,
    isOnPage: true,
    panels,
  })

const rows = (label: string): Shown => ({
  label,
  control: 'lines',
  hint: 'One row per line, with | between cells.',
})

/** A sample of a document that a project hands over. */
const sample = (id: SampleId): Group => ({
  ...pageTexts(
    samplePath(id),
    sampleWords[id].title,
    'One of the six samples that “How we work” on Home links to.',
    words(sampleWords[id], {
      Hero: { ...opening, facts: rows('Facts') },
      Drawing: { figureTitle: 'Title', figure: rows('Parts of the drawing') },
      Table: {
        rowsTitle: 'Title',
        rows: { ...rows('Rows'), hint: 'The first line has the column headings. Put | between cells.' },
      },
      Notes: { notesTitle: 'Title', notes: rows('Notes') },
      End: { note: 'Below the sheet', action: 'Button' },
    }),
  ),
  section: 'How we work',
})

/** A legal document; `content` is Markdown with placeholders, `updated` a day. */
const legal = (name: string, title: string, lead: string) =>
  group(name, {
    title,
    lead,
    access: 'writeSite',
    section: 'Legal',
    pages: [[`/${name}`, title]],
    hasAppearance: true,
    panels: {
      Document: {
        title: text('Title'),
        description: text('Description', { max: 500 }),
        updated: text('Last updated', {
          called: 'The day',
          control: 'day',
          max: 500,
          accepts: (value) => z.iso.date().safeParse(value).success,
          error: 'The day must be YYYY-MM-DD',
          hint: 'Leave blank for the date of your last change.',
        }),
      },
      Text: { content: setting('Content', { control: 'content', rule: z.nullable(richText('Content')) }) },
    },
  })

/** The texts of pages, with `{brand}` and the like. The labels are apart from the texts, which visitors' browsers download. */
export const pageGroups: Group[] = [
  pageTexts(
    '/',
    'Home',
    'Hero, the four layers, how you work, and the call to action.',
    words(homeWords, {
      Hero: { ...opening, start: 'First button', services: 'Second button' },
      'Four layers': { overview: 'Title' },
      Cloud: {
        ...craft('cloud'),
        bill: {
          ...rows('Lines of the bill'),
          hint: 'At most five: name | owner | amount. In total less than ₹10,00,000.',
        },
      },
      Data: craft('data'),
      AI: craft('ai'),
      Training: craft('training'),
      Results: { workTitle: 'Title' },
      'How we work': {
        engagementTitle: 'Title',
        engagementText: 'Text',
        ...stop(1),
        ...stop(2),
        ...stop(3),
        ...stop(4),
        ...stop(5),
        ...stop(6),
      },
      'Featured courses': { coursesTitle: 'Title', coursesText: 'Text' },
      'Latest articles': { postsTitle: 'Title', postsText: 'Text' },
      'Call to action': callToAction,
    }),
  ),
  pageTexts('/about', 'About', 'Who you are, your journey and your mission.', {
    ...words(aboutWords, {
      Hero: { ...opening, caption: 'Caption of the drawing' },
      'Who you are': { usTitle: 'Title', us1: 'First paragraph', us2: 'Second paragraph', us3: 'Last line' },
      Journey: { journeyTitle: 'Title', ...step(1), ...step(2), ...step(3) },
      Mission: { missionTitle: 'Title', mission: 'Mission' },
      'Call to action': callToAction,
    }),
    'Our people': { people: enteredPeople },
  }),
  pageTexts(
    '/services',
    'Services',
    'Hero, training, and the call to action.',
    words(servicesWords, {
      Hero: opening,
      Training: { trainingTitle: 'Title', trainingText: 'Text', courses: 'Button' },
      'Call to action': callToAction,
    }),
  ),
  pageTexts(
    '/products',
    'Products',
    'Hero and the call to action.',
    words(productsWords, { Hero: opening, 'Call to action': callToAction }),
  ),
  pageTexts(
    '/blog',
    'Blog',
    'Hero of the list of articles.',
    words(blogWords, {
      Hero: opening,
    }),
  ),
  pageTexts('/courses', 'Courses', 'Hero of the list of courses.', words(coursesWords, { Hero: opening })),
  pageTexts('/contact', 'Contact', 'Hero of the page with the contact form.', words(contactWords, { Hero: opening })),
  pageTexts(
    '/work',
    'Our Work',
    'Overview of case studies. The page is public while at least one is active.',
    words(workWords, { Hero: opening, 'Call to action': callToAction }),
  ),
  pageTexts(
    '/careers',
    'Careers',
    'List of openings. The page is public while at least one is open.',
    words(careersWords, {
      Hero: opening,
      Hiring: {
        hireTitle: 'Title',
        hireText: { label: 'Text', hint: 'Leave blank to omit this section.', mayBeEmpty: true },
      },
      Application: { applyMessage: 'Label of the message', applyThanks: 'Thank-you message' },
    }),
  ),
  pageTexts(
    '/newsletter',
    'Newsletter',
    'The sign-up page, and the form in the footer.',
    words(
      { ...signUpPageWords, ...signUpWords },
      {
        Hero: opening,
        Footer: { footerTitle: 'Title', footerText: 'Text' },
      },
    ),
  ),
  ...sampleIds.map(sample),
  legal('privacy', 'Privacy Policy', 'How the company handles personal data.'),
  legal('terms', 'Terms of Service', 'The terms for using the site and your services.'),
  legal('cookies', 'Cookie Policy', 'Cookies and storage that the site uses.'),
]
