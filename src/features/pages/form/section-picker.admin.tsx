import { useState } from 'react'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { Options, useCombobox } from '#admin/dialogs/options.tsx'
import { useMedia } from '#admin/hooks.ts'
import { TextInput } from '#ui/field.tsx'
import { sectionKinds } from '../sections/all.contract.ts'
import type { SectionKind } from '../sections/section.contract.ts'
import { findKinds } from './find-kinds.ts'
import { SectionDrawing } from './section-drawings.admin.tsx'

type SectionPickerProps = {
  /** Kinds of which the page can have no further section. */
  without: string[]
  onPick: (kind: string) => void
  onClose: () => void
}

/** The kinds of sections as drawings, found by typing. The arrow keys choose one, Enter takes it. */
export function SectionPicker({ without, onPick, onClose }: SectionPickerProps) {
  const [typed, setTyped] = useState('')
  const columns = useMedia('(width >= 40rem)') ? 2 : 1
  const found = findKinds(
    sectionKinds.filter(({ kind }) => !without.includes(kind)),
    typed,
  )
  const box = useCombobox<SectionKind>([{ options: found }], ({ kind }) => onPick(kind), 0, columns)
  return (
    <Dialog open grows wide title="Add a section" onClose={onClose}>
      <TextInput
        {...box.field}
        label="Find a section"
        hideLabel
        placeholder="Find a section…"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          box.restart()
        }}
      />
      <p role="status" className={found.length > 0 ? 'sr-only' : 'py-6 text-center text-small text-muted'}>
        {found.length > 0 ? `${found.length} found` : 'No sections found.'}
      </p>
      <Options
        {...box.list}
        label="Sections"
        className="relative mt-3 grid max-h-[60dvh] content-start gap-1 overflow-y-auto empty:hidden sm:grid-cols-2"
        optionClass="min-h-20 gap-4 rounded-control p-2 pointer-fine:hover:bg-primary-soft"
      >
        {({ kind, words }) => (
          <>
            <SectionDrawing kind={kind} className="h-14 w-21 shrink-0" />
            <span className="min-w-0">
              <span className="block font-[560]">{words.name}</span>
              <span className="block text-small text-muted">{words.about}</span>
            </span>
          </>
        )}
      </Options>
    </Dialog>
  )
}
