import { choice, day, flag, scheduleFields, text, textArea } from '#admin/fields/fields.ts'
import { namesOf } from '#admin/forms/form-resource.ts'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { OrderedList } from '#admin/lists/ordered-list.tsx'
import { useToday } from '#admin/use-time-zone.ts'
import { formatDate } from '#ui/date.tsx'
import { type Opening, openingInput, openingKinds } from './openings.contract.ts'

const openings = {
  ...namesOf('opening'),
  intro: 'Open positions, under /careers until their closing day.',
  contract: openingInput,
  fields: {
    title: text('Title', { attributes: { placeholder: 'Data engineer' } }),
    place: text('Place', { attributes: { placeholder: 'Pune' } }),
    kind: choice('Kind', openingKinds, 'Full-time'),
    description: textArea('Description', { attributes: { rows: 12 }, hint: 'An empty line begins a new paragraph.' }),
    closesOn: day('Closes on', { hint: 'The last day it is on the site.' }),
    active: flag('Active', { initial: true, hint: 'Visitors see an active opening under /careers until it closes.' }),
    ...scheduleFields,
  },
}

export function List() {
  const today = useToday()
  return (
    <OrderedList<Opening>
      resource={openings}
      nameOf={({ title }) => title}
      // The text of a closed opening starts with that, so narrow windows show it too.
      detailOf={({ place, kind, closesOn }) =>
        closesOn < today
          ? `Closed on ${formatDate(closesOn)} · ${place} · ${kind}`
          : `${place} · ${kind} · closes on ${formatDate(closesOn)}`
      }
    />
  )
}

export const Form = () => <ResourceForm resource={openings} />
