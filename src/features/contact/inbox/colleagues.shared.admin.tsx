import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { OptionalSelect } from '#admin/fields/small-form.tsx'
import { may, type Role } from '#contract/roles.ts'

type Colleague = { _id: string; name: string; active: boolean; role: Role }

/** The colleagues who may own a request. @param but the id of one who is left out */
export function useColleagues(but?: string): Colleague[] {
  const { data = [] } = useQuery(adminQuery<Colleague[]>('/api/users'))
  return data.filter(({ _id, active, role }) => active && may(role, 'writeContacts') && _id !== but)
}

type ColleagueSelectProps = Omit<ComponentProps<typeof OptionalSelect>, 'options'> & { but: string }

/** A choice of the colleague who gets the requests of another one. */
export const ColleagueSelect = ({ but, ...select }: ColleagueSelectProps) => (
  <OptionalSelect {...select} options={useColleagues(but).map(({ _id, name }) => [_id, name])} />
)
