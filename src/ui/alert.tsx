import { CircleAlert, CircleCheck } from 'lucide-react'
import type { HTMLAttributes, Ref } from 'react'
import { classNames } from './class-names.ts'

/** A banner about the result of an action: green for success, red for failure. Screen readers announce it. */
export function Alert({
  tone,
  className,
  children,
  ...rest
}: HTMLAttributes<HTMLDivElement> & { tone: 'success' | 'error'; ref?: Ref<HTMLDivElement> }) {
  const good = tone === 'success'
  const Icon = good ? CircleCheck : CircleAlert
  return (
    <div
      {...rest}
      role={good ? 'status' : 'alert'}
      className={classNames(
        'flex gap-3 rounded-control border border-current/25 px-4 py-3 text-small font-[530]',
        good ? 'bg-success-soft text-success' : 'bg-danger-soft text-danger',
        className,
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div>{children}</div>
    </div>
  )
}
