import { Check } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { keepFocus } from '#admin/hooks.ts'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'

/** Where somebody is in a task of several screens. */
export function Steps<Step extends string>({ steps, current }: { steps: readonly Step[]; current: Step }) {
  const at = steps.indexOf(current)
  useEffect(keepFocus, [])
  return (
    <ol aria-label="Steps" className="mt-2 mb-5 flex flex-wrap gap-x-5 gap-y-1 text-small">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          className={classNames('flex items-center gap-2', step === current ? 'font-[560] text-ink' : 'text-muted')}
        >
          <span
            className={classNames(
              'grid size-5.5 place-items-center rounded-full border text-fine tabular-nums',
              index <= at ? 'border-primary text-primary' : 'border-line',
            )}
          >
            {index < at ? <Check aria-hidden="true" className="size-3.5" /> : index + 1}
          </span>
          {step}
          {index < at && <span className="sr-only">, done</span>}
        </li>
      ))}
    </ol>
  )
}

type StepButtonsProps = { busy: boolean; disabled?: boolean; onBack?: () => void; children: ReactNode }

/** The button that sends the form of a step, and the way back where there is one. */
export const StepButtons = ({ busy, disabled = false, onBack, children }: StepButtonsProps) =>
  useReadOnly() ? null : (
    <div className="flex flex-wrap justify-end gap-2">
      {onBack && (
        <Button variant="secondary" size="small" onClick={onBack}>
          Back
        </Button>
      )}
      <Button type="submit" size="small" busy={busy} disabled={disabled}>
        {children}
      </Button>
    </div>
  )
