import { SectionRows } from '#features/pages/form/section-rows.shared.admin.tsx'
import { peopleOfAbout } from '#features/pages/sections/people.contract.ts'
import type { Rows } from './settings-fields.admin.ts'

type PeopleFieldProps = {
  rows: Rows
  change: (next: (rows: Rows) => Rows) => void
  errorAt: (path: string) => string | undefined
}

/** The people of About, by the fields of the section of pages. */
export default function PeopleField({ errorAt, ...rows }: PeopleFieldProps) {
  return <SectionRows {...rows} field={peopleOfAbout} path="people" error={errorAt('people')} errorAt={errorAt} />
}
