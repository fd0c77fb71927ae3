import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import type { FirstStep, FirstSteps as Steps } from './dashboard.contract.ts'

const path = '/api/users/me/first-steps'
const query = adminQuery<Steps>(path)

/** How many of them remain; undefined until that is known. */
export const useStepsLeft = (isOwner: boolean): number | undefined => {
  const { data } = useQuery({ ...query, enabled: isOwner })
  return isOwner ? data?.steps.filter(({ done }) => !done).length : 0
}

/** The remaining tasks of a new site. It disappears when all are done, when the owner dismisses it, and after the first week. */
export function FirstSteps() {
  const client = useQueryClient()
  const { data: { steps } = { steps: [] } } = useQuery(query)
  const { act, busy } = useAct()
  const dismiss = async () => {
    await adminFetch(path, { method: 'DELETE' })
    client.setQueryData(query.queryKey, { steps: [] })
    // The focus would be lost with the button.
    document.getElementById('main')?.focus()
  }
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  return (
    <section aria-labelledby="first-steps" className="mt-4 mb-8 rounded-control border border-line bg-raised">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5">
        <h2 id="first-steps" className="text-h2">
          Getting started
        </h2>
        <p className="mr-auto text-small text-muted tabular-nums">
          {done} of {steps.length} done
        </p>
        <Button variant="quiet" size="small" className="-mr-2 px-2.5!" busy={busy} onClick={() => act(dismiss)}>
          Dismiss
        </Button>
      </div>
      <ul className="grid gap-x-6 px-4 py-2 md:grid-cols-2 xl:grid-cols-3">
        {steps.map((step) => (
          <Step key={step.id} {...step} />
        ))}
      </ul>
      <p className="border-t border-line px-4 py-2.5 text-small text-muted">
        Coming from another site?{' '}
        <Link to="/admin/system/import" className="link">
          Import from WordPress, Ghost or Markdown
        </Link>
      </p>
    </section>
  )
}

const Step = ({ title, text, to, done }: FirstStep) => (
  <li className="relative flex items-start gap-3 py-2.5">
    {done ? (
      <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" />
    ) : (
      <Circle aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.75} />
    )}
    {done ? (
      <p className="text-muted">
        {title} <span className="sr-only">(done)</span>
      </p>
    ) : (
      <div className="min-w-0">
        <Link to={to} className="link-cover font-[560] underline-offset-4 hover:underline">
          {title}
        </Link>
        <p className="mt-0.5 text-small text-muted">{text}</p>
      </div>
    )}
  </li>
)
