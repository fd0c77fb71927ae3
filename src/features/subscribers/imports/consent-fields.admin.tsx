import type { ComponentProps, ReactNode } from 'react'
import { Choice } from '#admin/forms/controls.tsx'
import { useToday } from '#admin/time.tsx'
import { TextInput } from '#ui/field.tsx'

type ConsentFieldsProps = { field: (name: 'agreed' | 'agreedOn') => Partial<ComponentProps<typeof TextInput>> }

export function ConsentFields({ field }: ConsentFieldsProps) {
  const today = useToday()
  return (
    <>
      <TextInput
        label="Where they agreed"
        hint="Such as: our stand at the fair in Pune, on a list"
        required
        {...field('agreed')}
      />
      <TextInput label="When they agreed" type="date" max={today} required {...field('agreedOn')} />
    </>
  )
}

type ModeFieldProps = {
  legend: string
  choice: Omit<ComponentProps<typeof Choice>, 'type' | 'value' | 'label'>
  /** The second choice: 'Ask each to confirm'. */
  ask: string
  children?: ReactNode
}

export const ModeField = ({ legend, choice, ask, children }: ModeFieldProps) => (
  <fieldset>
    <legend className="mb-1 text-small font-[560]">{legend}</legend>
    <Choice type="radio" value="confirmed" label="Count as confirmed" {...choice} />
    <Choice type="radio" value="ask" label={ask} {...choice} />
    {children}
  </fieldset>
)
