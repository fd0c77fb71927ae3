import { useEffect, useRef } from 'react'
import { SectionRows } from '#features/pages/form/section-rows.shared.admin.tsx'
import { peopleOfAbout } from '#features/pages/sections/people.contract.ts'
import type { Rows } from './settings-fields.admin.ts'

type PeopleFieldProps = {
  rows: Rows
  change: (next: (rows: Rows) => Rows) => void
  errorAt: (path: string) => string | undefined
}

/** The people of About, by the fields of the section of pages. A refused field gets the focus, unless another one has it. */
export default function PeopleField({ errorAt, rows, change }: PeopleFieldProps) {
  const root = useRef<HTMLDivElement>(null)
  const names = Object.keys(peopleOfAbout.fields)
  const refused = rows.some((_, index) => names.some((name) => errorAt(`people.${index}.${name}`)))
  useEffect(() => {
    if (!refused || document.activeElement?.closest('[aria-invalid=true]')) return
    root.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refused])
  return (
    <div ref={root}>
      <SectionRows
        field={peopleOfAbout}
        path="people"
        rows={rows}
        change={change}
        error={errorAt('people')}
        errorAt={errorAt}
      />
    </div>
  )
}
