import { type Described, type DescribedGroup, panelsOf } from '#admin/fields/described-settings.ts'
import type { appearanceFields } from '#admin/fields/fields.ts'
import type { Place } from '#admin/shell/finder/places.ts'
import { type Company, withDetails } from '#contract/company.ts'
import { consentLines, type promises } from '#contract/default-words.ts'
import type { figures } from '#contract/figures.ts'
import { may, type Role } from '#contract/roles.ts'
import { aboutTexts } from '#features/about/about-words.shared.admin.ts'
import { blogTexts } from '#features/blog/blog-words.shared.admin.ts'
import { workTexts } from '#features/cases/work-words.shared.admin.ts'
import { productsTexts } from '#features/catalog/products-words.shared.admin.ts'
import { contactTexts } from '#features/contact/ground/contact-words.shared.admin.ts'
import { coursesTexts } from '#features/courses/ground/courses-words.shared.admin.ts'
import { homeTexts } from '#features/home/home-words.shared.admin.ts'
import { newsletterTexts } from '#features/newsletter/ground/newsletter-words.shared.admin.ts'
import { careersTexts } from '#features/openings/careers-words.shared.admin.ts'
import { servicesTexts } from '#features/services/services-words.shared.admin.ts'
import { type groupInputs, permissionForGroup } from './settings.contract.ts'
import { shippedWords } from './shipped-words.contract.ts'

type Shape<Group extends keyof typeof groupInputs> = (typeof groupInputs)[Group]['shape']

const figure = <N extends number>(n: N) =>
  ({
    [`name${n}`]: { label: `What figure ${n} counts` },
    [`home${n}`]: { label: `Figure ${n} on Home` },
    [`about${n}`]: { label: `Figure ${n} on About` },
  }) as Record<`name${N}` | `home${N}` | `about${N}`, Described>

const network = (label: string): Described => ({ label, control: 'url', mayBeEmpty: true })
const promise = (label: string, hint: string): Described => ({ label, hint, mayBeEmpty: true })

const consentLine = (label: string): Described => ({ label, mayBeEmpty: true })

const onHome: [path: string, label: string] = ['/', 'Home']
const onAbout: typeof onHome = ['/about', 'About']
const onContact: typeof onHome = ['/contact', 'Contact']

const legal = (path: string, title: string): DescribedGroup => ({
  title,
  lead: 'Placeholders for the company’s details: {brand}, {domain}, {email}, {phone}, {address}, {city}, {region}, {country}. {figuresKept} is how long figures of visits are kept.',
  section: 'Legal',
  pages: [[`/${path}`, title]],
  hasAppearance: true,
  panels: panelsOf<Omit<Shape<'privacy'>, keyof typeof appearanceFields>>()({
    Document: {
      title: { label: 'Title' },
      description: { label: 'Description' },
      updated: { label: 'Last updated', control: 'day', hint: 'If empty, the day of your last change.' },
    },
    Text: { content: { label: 'Content', control: 'content' } },
  }),
})

/** All groups by the last part of their address, in their order. */
export const describedGroups: Record<string, DescribedGroup> = {
  company: {
    title: 'Company',
    lead: 'Name, addresses, phone and where calls are booked.',
    pages: [onContact, onHome, onAbout],
    panels: panelsOf<Shape<'company'>>()({
      Company: {
        brand: { label: 'Name', hint: 'In the header, in titles, in messages and on link cards.' },
        tagline: { label: 'Tagline', hint: 'In the footer, and where search engines describe the site.' },
      },
      Contact: {
        email: { label: 'Email', control: 'email', hint: 'Visitors’ messages are sent here too.' },
        phone: { label: 'Phone' },
        phoneHours: { label: 'Phone hours' },
        bookingUrl: { label: 'Address for booking a call', control: 'url', hint: 'Where “Schedule a Call” leads.' },
        chatUrl: {
          label: 'Address of the live chat',
          control: 'url',
          hint: 'Without one, “Live Chat” leads to the message form.',
        },
      },
      Address: {
        street: { label: 'Street' },
        city: { label: 'City' },
        region: { label: 'Region' },
        postalCode: { label: 'Postal code' },
        country: { label: 'Country' },
      },
    }),
  },
  figures: {
    title: 'Figures',
    lead: 'The four figures of Home and of About.',
    pages: [onHome, onAbout],
    shows: (name = '') => `[aria-label="In figures"] li:nth-child(${name.at(-1) ?? 1})`,
    pageFor: (name) => (name.startsWith('home') ? '/' : name.startsWith('about') ? '/about' : undefined),
    columns: ['What it counts', 'On Home', 'On About'],
    panels: panelsOf<typeof figures>()({
      'First figure': figure(1),
      'Second figure': figure(2),
      'Third figure': figure(3),
      'Fourth figure': figure(4),
    }),
  },
  promises: {
    title: 'Promises',
    lead: 'Promises to visitors: how soon you answer, and how often you write. The site omits empty ones.',
    pages: [onContact, ['/about', 'Footer']],
    panels: panelsOf<typeof promises>()({
      Promises: {
        answerTime: promise('We answer within …', 'If empty, the site does not say when you answer.'),
        reader: promise('… reads every message', 'If empty, the site does not say who reads.'),
        newsletter: promise('Newsletter: at most …', 'If empty, the footer does not say how often you write.'),
      },
    }),
  },
  consent: {
    title: 'Personal data',
    lead: 'The last sentence of a line leads to the privacy policy; an empty line is not shown. Each wording is stored with what was sent under it.',
    pages: [onContact, ['/about', 'Footer']],
    shows: (name = '') => (name === 'newsletter' ? 'footer [data-consent]' : 'main form[method=post] [data-consent]'),
    pageFor: (name) => (name === 'newsletter' ? '/about' : '/contact'),
    panels: panelsOf<Shape<'consent'>>()({
      'Below the forms': {
        contact: consentLine('Line under Contact'),
        newsletter: consentLine('Line under the sign-up'),
      },
      Contact: {
        phone: { label: 'Ask for a phone number', control: 'flag', hint: 'Visitors may leave the field empty.' },
      },
      'How long messages are kept': {
        resolvedMonths: {
          label: 'Delete resolved messages after (months)',
          hint: 'After the last thing that happened to them, each night, for good; requests for courses after their date. If empty, never.',
        },
        spamDays: { label: 'Delete spam after (days)', hint: 'Each night, for good. If empty, never.' },
      },
    }),
  },
  desk: {
    title: 'Lead desk',
    lead: 'When messages count as answered late, and the reminder of them. Visitors see none of it.',
    pages: [],
    panels: panelsOf<Shape<'desk'>>()({
      Promise: {
        answerWithin: {
          label: 'Answer within (office hours)',
          hint: 'Half of it turns a message amber, all of it red.',
        },
      },
      Office: {
        days: { label: 'Office days', hint: 'Such as Mon-Fri, or Sun-Thu, Sat.' },
        hours: { label: 'Office hours', hint: 'In the company’s time. 0:00-24:00 for an office that never closes.' },
        holidays: { label: 'Holidays', control: 'lines', hint: 'One day on each line: 2026-12-25.' },
      },
      Reminder: {
        reminderAt: {
          label: 'Reminder at',
          hint: 'On office days, to each owner of overdue messages. If empty, there is none.',
          mayBeEmpty: true,
        },
      },
    }),
  },
  training: {
    title: 'Training',
    lead: 'How the dates of courses are shown, and how free seats are offered. A course without dates shows none of it.',
    pages: [['/courses', 'Courses']],
    panels: panelsOf<Shape<'training'>>()({
      Prices: {
        gst: {
          label: 'GST',
          named: { '': 'Say nothing', included: 'Prices include 18 % GST', plus: 'plus 18 % GST' },
          mayBeEmpty: true,
        },
        termsUrl: {
          label: 'Terms of enrolment',
          hint: 'A path such as /terms, or a full address. If empty, there is no link.',
          mayBeEmpty: true,
        },
      },
      Seats: {
        fewSeats: {
          label: 'Few seats',
          hint: 'From this number down, visitors see how many are left. 0 shows no number.',
        },
        offerHours: { label: 'An offer holds for (hours)' },
        offerByItself: {
          label: 'Offer by itself',
          control: 'flag',
          hint: 'Offers a free seat to the first on the waiting list. Otherwise staff press a button for each offer.',
        },
      },
    }),
  },
  subscriptions: {
    title: 'Subscriptions',
    lead: 'The topics of the newsletter, which its readers choose, and the letter to new subscribers.',
    pages: [['/newsletter', 'Newsletter']],
    panels: panelsOf<Shape<'subscriptions'>>()({
      Topics: {
        topics: {
          label: 'Topics',
          control: 'topics',
          hint: 'Two to five, or none. Subscribers who chose only a topic that you remove get all.',
        },
        showTopics: { label: 'Show them under the sign-up form', control: 'flag' },
      },
      'Welcome letter': {
        welcome: {
          label: 'Send it to new subscribers',
          control: 'flag',
          hint: 'Once to each, when the subscription is confirmed. Imported addresses get it if each is asked to confirm.',
        },
        welcomeSubject: { label: 'Subject' },
        welcomeText: { label: 'Text', control: 'lines', hint: 'An empty line begins a paragraph.' },
      },
    }),
  },
  counting: {
    title: 'Counting',
    lead: 'The site counts visits for the screen Figures. It stores nothing about anyone who reads.',
    pages: [],
    panels: panelsOf<Shape<'counting'>>()({
      Counting: {
        count: {
          label: 'Count visits',
          control: 'flag',
          hint: 'Otherwise nothing is counted, and pages send nothing.',
        },
        ignoredHosts: {
          label: 'Sites to ignore',
          control: 'lines',
          hint: 'One host on each line, such as payments.example.com. Views that come from there are not counted.',
        },
      },
    }),
  },
  brand: {
    title: 'Brand',
    lead: 'The logo and the colour of buttons and links. Icons and link cards use them too.',
    pages: [onHome, onContact],
    panels: panelsOf<Shape<'brand'>>()({
      Logo: {
        logo: { label: 'Logo', control: 'logo' },
        logoNamed: {
          label: 'The name is in the logo',
          hint: 'The name is then not shown next to it.',
          control: 'flag',
        },
      },
      Colour: { accent: { label: 'Accent', control: 'accent' } },
    }),
  },
  footer: {
    title: 'Footer and social',
    lead: 'The links of the footer, and your addresses on social networks. The site omits empty ones.',
    pages: [['/newsletter', 'Footer']],
    shows: () => 'footer',
    panels: panelsOf<Shape<'footer'>>()({
      Links: {
        services: { label: 'Services', control: 'links', hint: 'The “Services” list in the footer.' },
        more: { label: 'More links', control: 'links', hint: 'Below the quick links.' },
      },
      'Social networks': {
        linkedin: network('LinkedIn'),
        github: network('GitHub'),
        x: network('X'),
        youtube: network('YouTube'),
        instagram: network('Instagram'),
        facebook: network('Facebook'),
      },
    }),
  },
  announcement: {
    title: 'Announcement',
    lead: 'A line above every page, for as long as you like.',
    pages: [onHome, ['/courses', 'Courses']],
    panels: panelsOf<Shape<'announcement'>>()({
      Announcement: {
        text: { label: 'Text', hint: 'If empty, there is no announcement.' },
        linkLabel: { label: 'Text of the link' },
        linkTo: { label: 'Link', hint: 'The title of a page, a path such as /courses, or a full address.' },
        dismissible: { label: 'Visitors can dismiss it', control: 'flag' },
        publishAt: { label: 'Appears', control: 'time' },
        unpublishAt: { label: 'Ends', control: 'time' },
      },
    }),
  },
  home: homeTexts,
  about: aboutTexts,
  services: servicesTexts,
  products: productsTexts,
  blog: blogTexts,
  courses: coursesTexts,
  contact: contactTexts,
  work: workTexts,
  careers: careersTexts,
  newsletter: newsletterTexts,
  privacy: legal('privacy', 'Privacy Policy'),
  terms: legal('terms', 'Terms of Service'),
  cookies: legal('cookies', 'Cookie Policy'),
}

/** The groups that a role may change. */
const groupsFor = (role: Role) => Object.entries(describedGroups).filter(([id]) => may(role, permissionForGroup(id)))

/** The groups of a section that a role may change, as tabs. */
export const groupsOf = (section: string | undefined, role: Role) =>
  groupsFor(role).filter(([, group]) => group.section === section)

/** The groups that a role may change and their fields, as places that a search leads to. */
export const settingsPlaces = (role: Role): Place[] =>
  groupsFor(role).flatMap(([id, { title, lead, section, panels }]) => [
    {
      to: `/admin/settings/${id}`,
      label: title,
      kind: 'settings',
      // The lead of a legal document lists the placeholders for all details.
      words: section === 'Legal' ? undefined : () => lead,
    },
    ...Object.entries(panels).flatMap(([panel, fields]) =>
      Object.entries(fields).map(([name, { label, hint = '' }]) => ({
        to: `/admin/settings/${id}?${fieldParameter}=${name}`,
        label,
        kind: panel === title ? `${title} settings` : `${title} settings: ${panel}`,
        words: (company: Company) => `${currentText(id, name, company)} ${hint}`.trim(),
      })),
    ),
  ])

/** The parameter of a group's address that names the field to focus. */
export const fieldParameter = 'field'

/** The text of a setting as the site shows it; '' for those that the browser does not know, such as legal documents. */
function currentText(group: string, field: string, company: Company): string {
  const { address, social, words } = company
  const texts: Record<string, unknown> = {
    ...(group === 'company' && { ...company, ...address }),
    ...(group === 'footer' && social),
    ...(group === 'consent' && consentLines),
    ...(shippedWords as Record<string, object>)[group],
    ...words?.[group],
  }
  const text = texts[field]
  return typeof text === 'string' ? withDetails(text, company) : ''
}
