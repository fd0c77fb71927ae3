import { isOwnPath } from '#contract/addresses.ts'
import { labelKey, longestLabel, type OwnField, ownFieldKinds } from '#contract/own-fields.ts'
import { choice, lines, optional, rows, text, texts, tick } from './fields.contract.ts'
import { defineSection, type Problem } from './section.contract.ts'

export const kind = defineSection('form', {
  words: {
    name: 'Form',
    about: 'Asks for name, email, message and your own questions. Each message becomes a request in Contacts.',
    also: 'contact lead enquiry application upload question',
  },
  fields: {
    title: optional(text('Title')),
    text: optional(lines('Text', 1_000)),
    subject: text('Subject', 300, { hint: 'The subject of the requests in Contacts. Visitors do not see it.' }),
    fields: optional(
      rows(
        'Fields',
        {
          one: 'Field',
          least: 0,
          most: 4,
          fields: {
            label: text('Label', longestLabel),
            kind: choice('Type', ownFieldKinds),
            required: tick('Required'),
            options: optional(
              texts('Options', 20, 200, { hint: 'One in each line.', when: ({ kind }) => kind === 'choice' }),
            ),
          },
        },
        { hint: 'In addition to name, email and message. A file is one PDF of at most 10 MB.' },
      ),
    ),
    phone: tick('Ask for a phone number'),
    company: tick('Ask for the company'),
    button: optional(text('Button', 60, { hint: 'Leave blank for “Send Message”.' })),
    thanks: optional(lines('Thank-you message', 500)),
    thanksPath: optional(
      text('Thank-you page', 200, { hint: 'Visitors are sent there instead, for example /thank-you.' }),
    ),
  },
  check: ({ fields = [], thanksPath = '' }: { fields?: OwnField[]; thanksPath?: string }): Problem[] => {
    const keys = fields.map(({ label }) => labelKey(label))
    const problems = fields.flatMap(({ kind: type, options = [] }, index): Problem[] => [
      ...(keys.indexOf(keys[index] ?? '') < index
        ? [{ path: `fields.${index}.label`, message: 'Another field has this label' }]
        : []),
      ...(type === 'choice' && new Set(options).size < 2
        ? [{ path: `fields.${index}.options`, message: 'A choice needs at least two options' }]
        : []),
    ])
    return thanksPath === '' || isOwnPath(thanksPath)
      ? problems
      : [...problems, { path: 'thanksPath', message: 'Enter a page of this site that begins with a slash: /thank-you' }]
  },
})
