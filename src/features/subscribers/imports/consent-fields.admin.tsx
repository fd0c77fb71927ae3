import type { ComponentProps, ReactNode } from 'react'
import { Choice } from '#admin/forms/controls.tsx'
import { useToday } from '#admin/time.tsx'
import { TextInput } from '#ui/field.tsx'

type ConsentFieldsProps = { field: (name: 'agreed' | 'agreedOn') => Partial<ComponentProps<typeof TextInput>> }

export function ConsentFields({ field }: ConsentFieldsProps) {
  const today = useToday()
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-small font-[560]">Proof of consent</legend>
      <TextInput label="Source" hint="For example: sign-up sheet at the Pune fair" required {...field('agreed')} />
      <TextInput label="Date" type="date" max={today} required {...field('agreedOn')} />
    </fieldset>
  )
}

type ModeFieldProps = {
  legend: string
  choice: Omit<ComponentProps<typeof Choice>, 'type' | 'value' | 'label'>
  children?: ReactNode
}

export const ModeField = ({ legend, choice, children }: ModeFieldProps) => (
  <fieldset>
    <legend className="mb-1 text-small font-[560]">{legend}</legend>
    <Choice type="radio" value="confirmed" label="Add as confirmed" {...choice} />
    <Choice type="radio" value="ask" label="Send a confirmation email" {...choice} />
    {children}
  </fieldset>
)
