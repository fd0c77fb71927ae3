import { useQuery } from '@tanstack/react-query'
import { Pencil, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useResource } from '#admin/api/use-act.ts'
import { formatCount } from '#admin/format.ts'
import type { Column } from '#admin/lists/data-table.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import type { RowAct } from '#admin/lists/row-actions.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { InstructorDialog, instructorResource } from './instructor-dialog.admin.tsx'
import type { ListedInstructor } from './instructors.contract.ts'

export default function InstructorListScreen() {
  const query = useQuery(adminQuery<ListedInstructor[]>('/api/instructors'))
  const { act, remove } = useResource(instructorResource)
  const [edited, setEdited] = useState<ListedInstructor | 'new' | null>(null)
  const readOnly = useReadOnly()
  const actionsOf = (instructor: ListedInstructor): RowAct[] => {
    const { _id, name, isDefault, courses } = instructor
    const makeDefault = () =>
      act(() => adminFetch(`/api/instructors/${_id}`, { method: 'PUT', json: { name, isDefault: true } }), {
        done: `${name} is now the default instructor`,
        failed: 'Failed to save instructor',
      })
    return [
      { icon: Pencil, short: 'Edit', onClick: () => setEdited(instructor) },
      !isDefault && {
        icon: Star,
        label: `Make ${name} the default`,
        short: 'Make default',
        place: 'menu',
        onClick: makeDefault,
      },
      !isDefault &&
        courses === 0 && { icon: Trash2, short: 'Delete', danger: true, onClick: () => remove(_id, { name }) },
    ]
  }
  const columns: Column<ListedInstructor>[] = [
    {
      header: 'Name',
      className: 'md:w-full',
      cell: ({ name, avatarUrl, isDefault }) => (
        <span className="flex items-center gap-2.5 font-[550] wrap-anywhere">
          <Avatar name={name} url={avatarUrl} size={28} />
          {name}
          {isDefault && <Badge tone="plain">Default</Badge>}
        </span>
      ),
    },
    { header: 'Courses', align: 'right', cell: ({ courses }) => <span className="tabular-nums">{courses}</span> },
  ]
  return (
    <ListScreen
      title="Instructors"
      what="instructors"
      create={{ label: 'Add instructor', onClick: () => setEdited('new') }}
      list={{ query, rows: query.data, total: query.data?.length }}
      nameOf={({ name }) => name}
      columns={columns}
      {...(!readOnly && { actionsOf })}
      summary={({ courses }) => formatCount(courses, 'course')}
    >
      {edited && <InstructorDialog instructor={edited} onClose={() => setEdited(null)} />}
    </ListScreen>
  )
}
