import { consentLines } from '#contract/default-words.ts'
import { flag, group, number, text } from '#contract/settings.ts'

const consentLine = (label: string, standard: string) =>
  text(label, {
    called: 'This text',
    hint: 'Its last sentence links to the privacy policy. We store the text with each submission. Leave blank to hide it.',
    standard,
    max: 500,
    mayBeEmpty: true,
    isWord: true,
  })

const keptFor = (label: string, unit: string, most: number, hint: string) =>
  number(label, 1, most, { hint, error: `Enter a number of ${unit} from 1 to ${most}, or leave it blank` })

/** The lines under the forms, what Contact asks for, and when messages are deleted: 0 for never. */
export const consentSettings = group('consent', {
  title: 'Personal data',
  lead: 'Consent texts under the forms, and how long messages are kept.',
  access: 'writeSite',
  pages: [
    ['/contact', 'Contact'],
    ['/about', 'Footer'],
  ],
  shows: (name = '') => (name === 'newsletter' ? 'footer [data-consent]' : 'main form[method=post] [data-consent]'),
  pageFor: (name) => (name === 'newsletter' ? '/about' : '/contact'),
  panels: {
    'Consent texts': {
      contact: consentLine('Under the contact form', consentLines.contact),
      newsletter: consentLine('Under the newsletter form', consentLines.newsletter),
    },
    Contact: {
      phone: flag('Ask for a phone number', { standard: false, hint: 'The field is optional for visitors.' }),
    },
    Retention: {
      resolvedMonths: keptFor(
        'Delete resolved messages after (months)',
        'months',
        240,
        'Counted from the last activity, or from the date of the course for registrations. Deleted for good. Leave blank to keep them.',
      ),
      spamDays: keptFor('Delete spam after (days)', 'days', 3_650, 'Deleted for good. Leave blank to keep it.'),
    },
  },
})
