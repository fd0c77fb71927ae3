import type { TrashKind } from '#server/record/trash.ts'
import { eraseCourse } from './course-writes.server.ts'
import { courses } from './courses.table.ts'

export const courseTrash: TrashKind = {
  table: courses,
  label: 'Course',
  nameColumn: 'title',
  isPublic: true,
  hasSlug: true,
  erase: (trx, id) => eraseCourse(trx, id),
}
