import { consentLines } from '#contract/default-words.ts'
import { flag, group, number, text } from '#contract/settings.ts'

const consentLine = (label: string, standard: string) =>
  text(label, { called: 'This text', standard, max: 500, mayBeEmpty: true, isWord: true })

const keptFor = (label: string, unit: string, most: number, hint: string) =>
  number(label, 1, most, { hint, error: `Enter a number of ${unit} from 1 to ${most}, or nothing` })

/** The lines under the forms, what Contact asks for, and when messages are deleted: 0 for never. */
export const consentSettings = group('consent', {
  title: 'Personal data',
  lead: 'The last sentence of a line leads to the privacy policy; an empty line is not shown. Each wording is stored with what was sent under it.',
  access: 'writeSite',
  pages: [
    ['/contact', 'Contact'],
    ['/about', 'Footer'],
  ],
  shows: (name = '') => (name === 'newsletter' ? 'footer [data-consent]' : 'main form[method=post] [data-consent]'),
  pageFor: (name) => (name === 'newsletter' ? '/about' : '/contact'),
  panels: {
    'Below the forms': {
      contact: consentLine('Line under Contact', consentLines.contact),
      newsletter: consentLine('Line under the sign-up', consentLines.newsletter),
    },
    Contact: {
      phone: flag('Ask for a phone number', { standard: false, hint: 'Visitors may leave the field empty.' }),
    },
    'How long messages are kept': {
      resolvedMonths: keptFor(
        'Delete resolved messages after (months)',
        'months',
        240,
        'After the last thing that happened to them, each night, for good; requests for courses after their date. If empty, never.',
      ),
      spamDays: keptFor('Delete spam after (days)', 'days', 3_650, 'Each night, for good. If empty, never.'),
    },
  },
})
