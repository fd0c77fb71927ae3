import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '#admin/api/queries.ts'
import { Select } from '#ui/field.tsx'
import type { AuthorList } from './blog.contract.ts'

type AuthorFieldProps = {
  /** The id of the author; '' is the signed-in person, for a new post. */
  value: string
  onChange: (id: string) => void
  error?: string | undefined
}

/** The author of a post. */
export function AuthorField({ value, onChange, error }: AuthorFieldProps) {
  const { data: authors = [] } = useQuery(adminQuery<AuthorList>('/api/authors'))
  return (
    <Select label="Author" value={value} error={error} onChange={(event) => onChange(event.target.value)}>
      {value === '' && <option value="">Me</option>}
      {authors.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
