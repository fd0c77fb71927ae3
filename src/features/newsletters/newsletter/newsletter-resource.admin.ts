import { custom, richText, text, type ValuesOf } from '#admin/fields/fields.ts'
import { namesOf } from '#admin/forms/form-resource.ts'
import { readAudience, writeAudience } from '../ground/newsletter-words.shared.admin.ts'
import { type Audience, newsletterInput } from '../ground/newsletters.contract.ts'

const fields = {
  title: text('Title'),
  subject: text('Subject'),
  preheader: text('Preview text'),
  greeting: text('Greeting'),
  body: richText('Text'),
  audience: custom('Audience', {
    initial: 'to=everyone',
    read: (stored) => writeAudience(stored as Audience),
    write: readAudience,
  }),
  sendAt: custom('When'),
}
export type NewsletterValues = ValuesOf<typeof fields>

export const newsletters = {
  ...namesOf('newsletter'),
  copied: 'The copy is a draft.',
  ownAct: true,
  reviewed: true,
  contract: newsletterInput,
  fields,
}
