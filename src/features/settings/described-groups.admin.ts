import { may, type Role } from '#contract/roles.ts'
import type { Described, DescribedGroup } from './described.admin.ts'
import { describedWords } from './described-words.admin.ts'
import { type companyInput, permissionForGroup } from './settings.contract.ts'

const figure = (n: number): Record<string, Described> => ({
  [`name${n}`]: { label: `What figure ${n} counts` },
  [`home${n}`]: { label: `Figure ${n} on Home` },
  [`about${n}`]: { label: `Figure ${n} on About` },
})

const details: Record<keyof (typeof companyInput)['shape'], Described> = {
  brand: { label: 'Name', hint: 'In the header, in titles, in messages and on link cards.' },
  tagline: { label: 'Tagline', hint: 'In the footer, and where search engines describe the site.', control: 'area' },
  email: { label: 'Email', control: 'email', hint: 'Visitors’ messages are sent here too.' },
  phone: { label: 'Phone' },
  phoneHours: { label: 'Phone hours' },
  street: { label: 'Street' },
  city: { label: 'City' },
  region: { label: 'Region' },
  postalCode: { label: 'Postal code' },
  country: { label: 'Country' },
  bookingUrl: { label: 'Address for booking a call', control: 'url', hint: 'Where “Schedule a Call” leads.' },
  chatUrl: {
    label: 'Address of the live chat',
    control: 'url',
    hint: 'Without one, “Live Chat” leads to the message form.',
  },
}
const { brand, tagline, email, phone, phoneHours, bookingUrl, chatUrl, ...address } = details

const network = (label: string): Described => ({ label, control: 'url', mayBeEmpty: true })

const legal = (path: string, title: string): DescribedGroup => ({
  title,
  lead: 'Placeholders for the company’s details: {brand}, {domain}, {email}, {phone}, {address}, {city}, {region}, {country}.',
  section: 'Legal',
  pages: [[`/${path}`, title]],
  hasAppearance: true,
  panels: {
    Document: {
      title: { label: 'Title' },
      description: { label: 'Description', control: 'area' },
      updated: {
        label: 'Last updated',
        control: 'day',
        hint: 'If empty, the day of your last change.',
      },
    },
    Text: { content: { label: 'Content', control: 'content', mayBeEmpty: true } },
  },
})

/** All groups by the last part of their address, in their order. */
export const describedGroups: Record<string, DescribedGroup> = {
  company: {
    title: 'Company',
    lead: 'Name, addresses, phone and where calls are booked.',
    pages: [
      ['/contact', 'Contact'],
      ['/', 'Home'],
      ['/about', 'About'],
    ],
    panels: {
      Company: { brand, tagline },
      Contact: { email, phone, phoneHours, bookingUrl, chatUrl },
      Address: address,
    },
  },
  figures: {
    title: 'Figures',
    lead: 'The four figures of Home and of About.',
    pages: [
      ['/', 'Home'],
      ['/about', 'About'],
    ],
    shows: '[aria-label="In figures"]',
    panels: {
      'First figure': figure(1),
      'Second figure': figure(2),
      'Third figure': figure(3),
      'Fourth figure': figure(4),
    },
  },
  promises: {
    title: 'Promises',
    lead: 'Promises to visitors: how soon you answer, and how often you write. The site omits empty ones.',
    pages: [
      ['/contact', 'Contact'],
      ['/about', 'Footer'],
    ],
    panels: {
      Promises: {
        answerTime: {
          label: 'We answer within …',
          hint: 'If empty, the site does not say when you answer.',
          mayBeEmpty: true,
        },
        reader: {
          label: '… reads every message',
          hint: 'If empty, the site does not say who reads.',
          mayBeEmpty: true,
        },
        newsletter: {
          label: 'Newsletter: at most …',
          hint: 'If empty, the footer does not say how often you write.',
          mayBeEmpty: true,
        },
      },
    },
  },
  brand: {
    title: 'Brand',
    lead: 'The logo and the colour of buttons and links. Icons and link cards use them too.',
    pages: [
      ['/', 'Home'],
      ['/contact', 'Contact'],
    ],
    panels: {
      Logo: {
        logo: { label: 'Logo', control: 'logo' },
        logoNamed: {
          label: 'The name is in the logo',
          hint: 'The name is then not shown next to it.',
          control: 'flag',
        },
      },
      Colour: { accent: { label: 'Accent', control: 'accent' } },
    },
  },
  footer: {
    title: 'Footer and social',
    lead: 'The links of the footer, and your addresses on social networks.',
    pages: [['/newsletter', 'Footer']],
    shows: 'footer',
    panels: {
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
    },
  },
  announcement: {
    title: 'Announcement',
    lead: 'A line above every page, for as long as you like.',
    pages: [
      ['/', 'Home'],
      ['/courses', 'Courses'],
    ],
    panels: {
      Announcement: {
        text: { label: 'Text', hint: 'If empty, there is no announcement.', control: 'area' },
        linkLabel: { label: 'Text of the link' },
        linkTo: { label: 'Link', hint: 'A path such as /courses, or a full address.' },
        dismissible: { label: 'Visitors can dismiss it', control: 'flag' },
        publishAt: { label: 'Appears', control: 'time' },
        unpublishAt: { label: 'Ends', control: 'time' },
      },
    },
  },
  ...describedWords,
  privacy: legal('privacy', 'Privacy Policy'),
  terms: legal('terms', 'Terms of Service'),
  cookies: legal('cookies', 'Cookie Policy'),
}

/** The groups that a role may change. */
const groupsFor = (role: Role) => Object.entries(describedGroups).filter(([id]) => may(role, permissionForGroup(id)))

/** The groups of a section that a role may change, as tabs. */
export const groupsOf = (section: string | undefined, role: Role) =>
  groupsFor(role).filter(([, group]) => group.section === section)

/** The groups that a role may change, as places that the finder leads to. */
export const settingsPlaces = (role: Role) =>
  groupsFor(role).map(([id, { title }]) => ({ to: `/admin/settings/${id}`, label: title, kind: 'settings' }))
