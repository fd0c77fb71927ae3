import { CircleAlert, CircleCheck } from 'lucide-react'
import type { HTMLAttributes, Ref } from 'react'
import { classNames } from './class-names.ts'

const looks = {
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  error: 'bg-danger-soft text-danger',
}

type AlertProps = HTMLAttributes<HTMLDivElement> & { tone: keyof typeof looks; ref?: Ref<HTMLDivElement> }

/** A banner about the result of an action or a state: green for success, amber for a warning, red for failure. Screen readers announce it. */
export function Alert({ tone, className, children, ...rest }: AlertProps) {
  const Icon = tone === 'success' ? CircleCheck : CircleAlert
  return (
    <div
      {...rest}
      role={tone === 'error' ? 'alert' : 'status'}
      className={classNames(
        'flex gap-3 rounded-control border border-current/25 px-4 py-3 text-small font-[530]',
        looks[tone],
        className,
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div>{children}</div>
    </div>
  )
}
