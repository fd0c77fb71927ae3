import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { adminQuery } from '#admin/api/queries.ts'
import { useResource } from '#admin/api/use-resource.ts'
import { useShortcut } from '#admin/dialogs/shortcuts.tsx'
import { formatCount } from '#admin/format.ts'
import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { ListBody, ListFrame } from '#admin/lists/list-frame.tsx'
import { emptyList } from '#admin/lists/paged-list.tsx'
import { type RowActionProps, RowActions } from '#admin/lists/row-actions.tsx'
import { useReadOnly } from '#admin/session/permissions.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { InstructorDialog, instructorResource } from './instructor-dialog.admin.tsx'
import type { ListedInstructor } from './instructors.contract.ts'

export default function InstructorListScreen() {
  const query = useQuery(adminQuery<ListedInstructor[]>('/api/instructors'))
  const { change, remove } = useResource(instructorResource)
  const [edited, setEdited] = useState<ListedInstructor | 'new' | null>(null)
  const close = () => setEdited(null)
  const readOnly = useReadOnly()
  useShortcut(readOnly ? null : { key: 'n', label: 'Add Instructor', run: () => setEdited('new') })
  const actionsOf = (instructor: ListedInstructor): RowActionProps[] => {
    const { _id, name, isDefault, courses } = instructor
    const makeDefault = () =>
      change(
        `/api/instructors/${_id}`,
        { method: 'PUT', json: { name, isDefault: true } },
        { success: `${name} is the default instructor`, failure: 'Failed to save instructor' },
      )
    const edit = { icon: Pencil, label: `Edit ${name}`, short: 'Edit', onClick: () => setEdited(instructor) }
    const actions: RowActionProps[] = [edit]
    const label = `Make ${name} the default`
    if (!isDefault) actions.push({ icon: Star, label, short: 'Make default', place: 'menu', onClick: makeDefault })
    const drop = { icon: Trash2, label: `Delete ${name}`, short: 'Delete', danger: true }
    if (!isDefault && courses === 0) actions.push({ ...drop, onClick: () => remove(_id, { name }) })
    return actions
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
    {
      header: 'Actions',
      align: 'right',
      cell: (row) => <RowActions name={row.name} actions={actionsOf(row)} />,
    },
  ]
  return (
    <ListFrame
      title="Instructors"
      count={query.data?.length}
      actions={
        !readOnly && (
          <Button size="small" onClick={() => setEdited('new')}>
            <Plus aria-hidden="true" className="size-4" />
            Add Instructor
          </Button>
        )
      }
    >
      <ListBody
        query={query}
        failure="Failed to fetch instructors"
        empty={(rows) => (rows.length > 0 ? null : emptyList('instructors', {}, close))}
      >
        {(rows) => (
          <DataTable
            label="Instructors"
            columns={columns}
            rows={rows}
            rowKey={({ _id }) => _id}
            summary={({ courses }) => formatCount(courses, 'course')}
          />
        )}
      </ListBody>
      {edited && (
        <InstructorDialog
          instructor={edited === 'new' ? null : edited}
          onClose={close}
          onSaved={close}
          onDeleted={close}
        />
      )}
    </ListFrame>
  )
}
