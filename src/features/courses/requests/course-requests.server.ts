import { defineEntity } from '#server/record/entity.ts'
import { eraseCourseRequests } from './course-request-personal-data.server.ts'
import { courseRequests } from './course-requests.table.ts'

export const courseRequestEntity = defineEntity(courseRequests, {
  label: 'Course request',
  access: { read: 'readContacts', write: 'writeContacts' },
  // An offer that lapses frees its seats.
  boundaries: ['offeredUntil'],
  erase: (trx, id) => eraseCourseRequests(trx, [id]),
})
