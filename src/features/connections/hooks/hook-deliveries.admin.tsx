import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { formatCount, formatNumber } from '#admin/format.ts'
import { ListRows } from '#admin/lists/list-screen.tsx'
import { usePagedList } from '#admin/lists/list-state.ts'
import { LocalDateTime } from '#admin/time.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Json } from './hook-example.admin.tsx'
import { DeliveryBadge, Details, hooksApi } from './hook-words.admin.tsx'
import { type Hook, type HookDelivery, type HookEvent, hookLogDays } from './hooks.contract.ts'

const perPage = 25
/** Milliseconds between two looks at deliveries that are on their way. */
const lookEvery = 5_000

/** What was sent to a webhook, the newest first. */
export function HookDeliveries({ hook, events }: { hook: Hook; events: HookEvent[] }) {
  const api = `${hooksApi}/${hook._id}/deliveries`
  const [isMoving, setMoving] = useState(false)
  const list = usePagedList<HookDelivery>({ api, limit: perPage, refetchInterval: isMoving && lookEvery })
  const moves = list.rows?.some(({ settledAt }) => settledAt === undefined) ?? false
  if (moves !== isMoving) setMoving(moves)
  const labels = new Map(events.map(({ name, label }) => [name, label]))
  return (
    <section aria-labelledby="deliveries" className="mt-8">
      <h2 id="deliveries" className="text-h2">
        Deliveries
      </h2>
      <p className="mb-3 text-small text-muted">The last {hookLogDays} days.</p>
      <ListRows<HookDelivery>
        list={list}
        title="Deliveries"
        what="deliveries"
        searched={null}
        empty={
          <EmptyState title="Nothing was sent yet">
            <p>Send a test event to see whether it arrives.</p>
          </EmptyState>
        }
        drawRows={(rows) => (
          <ul className="overflow-hidden rounded-control border border-line bg-raised">
            {rows.map((row) => (
              <Delivery key={row._id} hook={hook} delivery={row} label={labels.get(row.event)} />
            ))}
          </ul>
        )}
      />
    </section>
  )
}

type DeliveryProps = { hook: Hook; delivery: HookDelivery; label: string | undefined }

function Delivery({ hook, delivery, label }: DeliveryProps) {
  const [isOpen, setOpen] = useState(false)
  const { event, at, test } = delivery
  return (
    <li className="border-line not-first:border-t">
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group">
        <summary className="grid cursor-pointer list-none grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 px-4 py-3 hover:bg-sunken focus-visible:-outline-offset-2 sm:grid-cols-[auto_9.5rem_minmax(0,1fr)_auto] [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden="true"
            className="size-4 text-muted transition-transform group-open:rotate-90 motion-reduce:transition-none"
          />
          <span>
            <DeliveryBadge {...delivery} />
          </span>
          <span className="min-w-0 max-sm:col-start-2 wrap-anywhere" title={label}>
            <span className="font-[560]">{event}</span>
            {test && <span className="text-muted"> (test)</span>}
          </span>
          <span className="text-small text-muted tabular-nums max-sm:col-start-2">
            <LocalDateTime iso={at} />
          </span>
        </summary>
        {isOpen && <DeliveryDetails hook={hook} delivery={delivery} />}
      </details>
    </li>
  )
}

function DeliveryDetails({ hook, delivery }: Omit<DeliveryProps, 'label'>) {
  const { _id, state, attempts, nextAt, settledAt, reason, status, tookMs, answer, body } = delivery
  const { act, busy } = useAct({ reload: hooksApi })
  const isSettled = settledAt !== undefined
  const send = () =>
    act(() => adminFetch(`${hooksApi}/${hook._id}/deliveries/${_id}/send`, { method: 'POST', json: {} }), {
      done: 'Sending it again',
    })
  return (
    <div className="grid gap-4 border-t border-line px-4 pt-4 pb-5 sm:pl-11">
      <Details
        facts={[
          { name: 'Reason', value: state !== 'sent' && reason },
          { name: 'Attempts', value: attempts > 0 && formatNumber(attempts) },
          { name: 'Next attempt', value: nextAt && <LocalDateTime iso={nextAt} /> },
          {
            name: 'Answer',
            value: status !== undefined && `${status}${tookMs === undefined ? '' : `, after ${duration(tookMs)}`}`,
          },
          { name: 'webhook-id', value: <code className="text-small break-all">{_id}</code> },
        ]}
      />
      <Part title="Body">
        <Json label="Body" value={indented(body)} />
      </Part>
      {answer && (
        <Part title="Answer of the receiver">
          <Json label="Answer of the receiver" value={answer} />
        </Part>
      )}
      {isSettled && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="secondary" size="small" busy={busy} disabled={!hook.active} onClick={send}>
            Send again
          </Button>
          <p className="text-small text-muted">
            {hook.active
              ? 'It keeps its ID, so the receiver can ignore what it already has.'
              : 'Turn the webhook on first.'}
          </p>
        </div>
      )}
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3 className="mb-1.5 text-small font-[560]">{title}</h3>
    {children}
  </div>
)

const duration = (milliseconds: number) =>
  milliseconds < 1_000 ? `${milliseconds} ms` : formatCount(Math.round(milliseconds / 1_000), 'second')

/** JSON in lines, as it is easier to read; anything else as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
