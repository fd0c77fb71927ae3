import { day, flag, picture, scheduleFields, text, textArea } from '#admin/fields/fields.ts'
import { namesOf } from '#admin/forms/form-resource.ts'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { OrderedList } from '#admin/lists/ordered-list.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { type Testimonial, testimonialInput } from './testimonials.contract.ts'

const testimonials = {
  ...namesOf('testimonial'),
  intro: 'Client quotes, shown on Home and Services once one is active.',
  contract: testimonialInput,
  fields: {
    name: text('Name'),
    role: text('Role', { attributes: { placeholder: 'Founder' } }),
    company: text('Company'),
    quote: textArea('Quote', { attributes: { rows: 5 }, hint: 'Without quotation marks; the page adds them.' }),
    agreedOn: day('Permission given on', {
      hint: 'When the client agreed to be quoted. Visitors do not see it.',
    }),
    photoUrl: picture('Photo'),
    active: flag('Active', {
      initial: true,
      hint: 'Home shows the first three active testimonials, Services the next three.',
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
