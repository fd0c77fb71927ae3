import { useEffect, useEffectEvent, useRef } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { ContentEditor } from '#admin/editor/content-editor.tsx'
import type { TakeFact } from '#admin/editor/pasted-files.tsx'
import type { FormState } from './form-resource.ts'

type RichFieldProps<Values extends FieldValues> = {
  form: FormState<Values>
  name: FieldPath<Values>
  /** For one of several texts. */
  short?: boolean
  takeFact?: TakeFact
}

/** The editor of a rich text. A save that is refused because of it leads to it. */
export function RichField<Values extends FieldValues>({ form, name, short = false, takeFact }: RichFieldProps<Values>) {
  const { fields, values, set, errorAt, submits } = form
  const root = useRef<HTMLDivElement>(null)
  const error = errorAt(name)
  const onSubmitted = useEffectEvent(() => {
    if (!error || document.activeElement?.closest('[aria-invalid=true], [data-refused]')) return
    root.current?.querySelector<HTMLElement>('[contenteditable=true], textarea')?.focus()
  })
  useEffect(() => {
    if (submits > 0) onSubmitted()
  }, [submits])
  return (
    <div ref={root} data-refused={error ? '' : undefined} className={short ? '[--editor-height:15rem]' : undefined}>
      <ContentEditor
        label={fields[name].label}
        value={values[name]}
        onChange={(text) => set(name, text)}
        error={error}
        takeFact={takeFact}
        field={name}
      />
    </div>
  )
}
