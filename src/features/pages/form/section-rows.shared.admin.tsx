import type { ComponentProps } from 'react'
import { RowsField } from './rows-field.admin.tsx'
import { SectionFields } from './section-fields.admin.tsx'

type SectionRowsProps = Omit<ComponentProps<typeof RowsField>, 'children' | 'unseenAt'>

const allSeen = () => undefined

/** The rows of a kind of section, for another form that has them. */
export const SectionRows = ({ field, ...rows }: SectionRowsProps) => (
  <RowsField {...rows} field={field} unseenAt={allSeen}>
    {(row) => <SectionFields fields={field.fields} {...row} />}
  </RowsField>
)
