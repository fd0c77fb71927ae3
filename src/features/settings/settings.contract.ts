import * as z from 'zod/mini'
import { accentNames } from '#contract/accents.ts'
import { isLinkTarget } from '#contract/addresses.ts'
import { company } from '#contract/company.ts'
import { figures, promises } from '#contract/default-words.ts'
import { auditFields, requiredText, scheduleFields, scheduleInput } from '#contract/fields.ts'
import { flag, type Group, group, type Shown, setting, text, webAddress, words } from '#contract/settings.ts'
import { analyticsSettings } from '#features/analytics/analytics-settings.contract.ts'
import { consentSettings } from '#features/consent/consent-settings.contract.ts'
import { deskSettings } from '#features/contact/ground/desk-settings.contract.ts'
import { trainingSettings } from '#features/courses/ground/training-settings.contract.ts'
import { subscriptionSettings } from '#features/subscribers/ground/subscription-settings.contract.ts'
import { pageGroups } from './page-texts.contract.ts'

const onHome: [path: string, label: string] = ['/', 'Home']
const onAbout: typeof onHome = ['/about', 'About']
const onContact: typeof onHome = ['/contact', 'Contact']

const companySettings = group('company', {
  title: 'Company',
  lead: 'Name, addresses, phone and where calls are booked.',
  access: 'manage',
  pages: [onContact, onHome, onAbout],
  panels: {
    Company: {
      brand: text('Name', { hint: 'In the header, in titles, in messages and on link cards.' }),
      tagline: text('Tagline', { max: 300, hint: 'In the footer, and where search engines describe the site.' }),
    },
    Contact: {
      email: text('Email', {
        control: 'email',
        max: 500,
        accepts: (value) => company.shape.email.safeParse(value).success,
        error: 'Email must be an email address',
        hint: 'Visitors’ messages are sent here too.',
      }),
      phone: text('Phone', { max: 60 }),
      phoneHours: text('Phone hours', { max: 120 }),
      bookingUrl: webAddress('Address for booking a call', {
        called: 'The address for calls',
        hint: 'Where “Schedule a Call” leads.',
      }),
      chatUrl: webAddress('Address of the live chat', {
        called: 'The address of the chat',
        hint: 'Without one, “Live Chat” leads to the message form.',
      }),
    },
    Address: {
      street: text('Street'),
      city: text('City'),
      region: text('Region'),
      postalCode: text('Postal code', { max: 20 }),
      country: text('Country'),
    },
  },
})

const figure = <N extends number>(n: N) =>
  ({
    [`name${n}`]: `What figure ${n} counts`,
    [`home${n}`]: `Figure ${n} on Home`,
    [`about${n}`]: `Figure ${n} on About`,
  }) as Record<`name${N}` | `home${N}` | `about${N}`, string>

const figureTexts = group('figures', {
  title: 'Figures',
  lead: 'The four figures of Home and of About.',
  access: 'writeSite',
  pages: [onHome, onAbout],
  shows: (name = '') => `[aria-label="In figures"] li:nth-child(${name.at(-1) ?? 1})`,
  pageFor: (name) => (name.startsWith('home') ? '/' : name.startsWith('about') ? '/about' : undefined),
  columns: ['What it counts', 'On Home', 'On About'],
  panels: words(figures, {
    'First figure': figure(1),
    'Second figure': figure(2),
    'Third figure': figure(3),
    'Fourth figure': figure(4),
  }),
})

const promise = (label: string, hint: string): Shown => ({ label, hint, mayBeEmpty: true })

const promiseTexts = group('promises', {
  title: 'Promises',
  lead: 'Promises to visitors: how soon you answer, and how often you write. The site omits empty ones.',
  access: 'writeSite',
  pages: [onContact, ['/about', 'Footer']],
  panels: words(promises, {
    Promises: {
      answerTime: promise('We reply within …', 'If empty, the site does not say when you answer.'),
      reader: promise('… reads every message', 'If empty, the site does not say who reads.'),
      newsletter: promise('Newsletter: at most …', 'If empty, the footer does not say how often you write.'),
    },
  }),
})

/** The logo is an SVG as text, or a picture as a `data:` address; both are re-encoded. */
const brandSettings = group('brand', {
  title: 'Brand',
  lead: 'The logo and the colour of buttons and links. Icons and link cards use them too.',
  access: 'manage',
  pages: [onHome, onContact],
  panels: {
    Logo: {
      logo: setting('Logo', {
        control: 'logo',
        rule: z.nullish(
          z.string('The logo must be a text').check(z.maxLength(700_000, 'The logo is too large: at most 500 KB')),
        ),
      }),
      logoNamed: flag('The name is in the logo', {
        standard: false,
        hint: 'The name is then not shown next to it.',
      }),
    },
    Colour: {
      accent: setting('Accent', {
        control: 'accent',
        standard: accentNames[0],
        rule: z.nullish(z.enum(['', ...accentNames], 'Choose one of the accents')),
      }),
    },
  },
})

const targetError = 'A link must be a path such as /courses, or an address that starts with https://'

const links = (label: string, hint: string) =>
  setting(label, {
    control: 'links',
    hint,
    rule: z.nullish(
      z
        .array(
          z.object({
            label: requiredText('The text of a link', 80),
            to: requiredText('The address of a link', 500).check(z.refine(isLinkTarget, targetError)),
          }),
        )
        .check(z.maxLength(12, `${label}: at most 12 links`)),
    ),
  })

const network = (label: string) => webAddress(label, { mayBeEmpty: true })

const footerSettings = group('footer', {
  title: 'Footer and social',
  lead: 'The links of the footer, and your addresses on social networks. The site omits empty ones.',
  access: 'writeSite',
  pages: [['/newsletter', 'Footer']],
  shows: () => 'footer',
  panels: {
    Links: {
      services: links('Services', 'The “Services” list in the footer.'),
      more: links('More links', 'Below the quick links.'),
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
})

const announcementSettings = group('announcement', {
  title: 'Announcement',
  lead: 'A line above every page, for as long as you like.',
  access: 'writeSite',
  pages: [onHome, ['/courses', 'Courses']],
  panels: {
    Announcement: {
      text: text('Text', { hint: 'If empty, there is no announcement.' }),
      linkLabel: text('Text of the link', { max: 60 }),
      linkTo: text('Link', {
        called: 'The link',
        max: 500,
        accepts: isLinkTarget,
        error: targetError,
        hint: 'The title of a page, a path such as /courses, or a full address.',
      }),
      dismissible: flag('Visitors can dismiss it', { standard: true }),
      publishAt: setting('Appears', { control: 'time', rule: scheduleInput.publishAt }),
      unpublishAt: setting('Ends', { control: 'time', rule: scheduleInput.unpublishAt }),
    },
  },
})

export const signInSettings = group('sign-in', {
  title: 'Sign-in',
  lead: 'How staff sign in.',
  access: 'manage',
  isElsewhere: true,
  pages: [],
  panels: { 'Sign-in': { requireSecondFactor: flag('Require a second factor', { standard: false }) } },
})

export const groups: Record<string, Group> = Object.fromEntries(
  [
    companySettings,
    figureTexts,
    promiseTexts,
    consentSettings,
    deskSettings,
    trainingSettings,
    subscriptionSettings,
    analyticsSettings,
    brandSettings,
    footerSettings,
    announcementSettings,
    signInSettings,
    ...pageGroups,
  ].map((one: Group) => [one.id, one]),
)

/**
 * A group of settings as the back office edits it: in addition to these it has only the fields that were set. `defaults` are the values
 * of the others; `fixed` are the fields set by the server's environment, with the names of the variables.
 */
export const settingsGroup = z.looseObject({
  _id: z.string(),
  ...auditFields,
  ...scheduleFields,
  defaults: z.record(z.string(), z.unknown()),
  fixed: z.record(z.string(), z.string()),
})
export type SettingsGroup = z.infer<typeof settingsGroup>

/** A page with other settings; `page` is absent if there is none. `logo` is present if the page shows one that is not saved. */
export const settingsPreview = z.object({
  html: z.string(),
  page: z.optional(z.object({ title: z.string(), description: z.optional(z.string()) })),
  logo: z.optional(z.string()),
})
export type SettingsPreview = z.infer<typeof settingsPreview>
