import { day, flag, picture, scheduleFields, text, textArea } from '#admin/fields/fields.ts'
import { namesOf } from '#admin/forms/form-resource.ts'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { OrderedList } from '#admin/lists/ordered-list.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { type Testimonial, testimonialInput } from './testimonials.contract.ts'

const testimonials = {
  ...namesOf('testimonial'),
  intro: 'Quotes from clients who agreed to them. On Home and Services once one is active.',
  contract: testimonialInput,
  fields: {
    name: text('Name'),
    role: text('Role', { attributes: { placeholder: 'Founder' } }),
    company: text('Company'),
    quote: textArea('Quote', { attributes: { rows: 5 }, hint: 'Without quotation marks; the page adds them.' }),
    agreedOn: day('Client agreed on', {
      hint: 'Quote only clients who agreed. Visitors do not see the date.',
    }),
    photoUrl: picture('Photo'),
    active: flag('Active', {
      initial: true,
      hint: 'Home shows the first three active ones, Services the three after them.',
    }),
    ...scheduleFields,
  },
}

export const List = () => (
  <OrderedList<Testimonial>
    resource={testimonials}
    nameOf={({ name }) => name}
    detailOf={({ role, company }) => `${role}, ${company}`}
    lead={({ name, photoUrl }) => <Avatar name={name} url={photoUrl} size={28} className="mr-2 max-sm:hidden" />}
  />
)

export const Form = () => <ResourceForm resource={testimonials} />
