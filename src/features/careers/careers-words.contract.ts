import type { OwnField } from '#contract/own-fields.ts'

/** The texts around the list of openings as shipped. An emptied `hireText` leaves its part out. */
export const careersWords = {
  title: 'Work with us',
  lead: 'A small team that builds it, runs it and teaches it. Write to us in your own words; an engineer reads it.',
  hireTitle: 'How we hire',
  hireText:
    'An engineer reads your message and replies. A call of half an hour follows, then a paid half day on a task like ours. We tell you our decision and the reasons for it, either way.',
  applyMessage: 'Why this role, and what you have built so far',
  applyThanks: 'Thank you for your application. We will get back to you soon!',
}

/** The form of an opening. */
export const application = { fields: [{ label: 'CV', kind: 'file' }] as OwnField[], phone: true }
