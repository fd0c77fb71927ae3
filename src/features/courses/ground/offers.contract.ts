import * as z from 'zod/mini'

const offer = z.object({ _id: z.string(), title: z.string() })
/** The course or the event of a date or a registration, in all answers. The id and the title of an event are those of its page. */
export const offerFields = { course: z.optional(offer), event: z.optional(offer) }
export type Offer = z.infer<typeof offer>

type Owned = { course?: Offer | undefined; event?: Offer | undefined }

/** The staff's screen of the registrations of a course or an event, by its id. */
export const registrationsPath = ({
  course,
  event = '',
}: {
  course?: string | undefined
  event?: string | undefined
}) => (course ? `/admin/courses/${course}/registrations` : `/admin/pages/${event}/registrations`)

/** The one that an answer names. */
export const offerOf = ({ course, event }: Owned): Offer => course ?? event ?? { _id: '', title: '' }
