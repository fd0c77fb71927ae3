import { shownEventFields } from '#features/courses/ground/page-events.contract.ts'
import { address, moment, number, optional, text, tick } from './fields.contract.ts'
import { defineSection } from './section.contract.ts'

export const kind = defineSection('event', {
  words: {
    name: 'Event',
    about: 'When and where it is, with free seats, registration and a waitlist.',
    also: 'date webinar meetup workshop conference register seats calendar',
  },
  once: true,
  fields: {
    startsAt: moment('Start'),
    endsAt: moment('End', { hint: 'Registration closes when the event starts.' }),
    place: optional(text('Location', 300)),
    mapUrl: optional(address('Map link')),
    online: tick('Online', {
      hint: 'After you save, add the joining link under Registrations. Participants get it by email.',
    }),
    seats: optional(number('Seats', 1, 100_000, { hint: 'Leave blank for an unlimited number.' })),
  },
  check: ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) =>
    endsAt > startsAt ? [] : [{ path: 'endsAt', message: 'The event must end after it starts' }],
  shown: shownEventFields,
})
