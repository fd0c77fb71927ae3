import { formNames } from './hook-words.admin.tsx'
import type { Hook, HookEvent } from './hooks.contract.ts'

type Props = { form: Hook['form']; event: HookEvent | undefined; personal: boolean }

/** An example of what arrives, as the receiver sees it. */
export function HookExample({ form, event, personal }: Props) {
  if (!event) return null
  return (
    <section aria-label="Example" className="grid gap-3 lg:sticky lg:top-[calc(var(--admin-bar)+1.25rem)]">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-h3">What arrives</h2>
        <code className="text-fine text-muted">{event.name}</code>
      </div>
      {form === 'generic' ? (
        <Json value={{ type: event.name, timestamp: exampleTime(event), data: seenData(event, personal) }} />
      ) : (
        <ChatMessage form={form} event={event} />
      )}
      {form === 'generic' && (
        <p className="text-small text-muted">
          With the headers <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code>,
          as{' '}
          <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer" className="link">
            Standard Webhooks
            <span className="sr-only"> (opens in a new tab)</span>
          </a>{' '}
          define them.
        </p>
      )}
    </section>
  )
}

const seenData = ({ example, personal: hidden }: HookEvent, personal: boolean) =>
  Object.fromEntries(Object.entries(example).filter(([name]) => personal || !hidden.includes(name)))

const exampleTime = ({ example }: HookEvent) =>
  Object.entries(example).find(([name]) => name.endsWith('At'))?.[1] ?? '2027-02-03T08:15:00.000Z'

/** JSON as text, which the keyboard scrolls. */
export const Json = ({ value, label = 'JSON' }: { value: unknown; label?: string }) => (
  <section
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    tabIndex={0}
    aria-label={label}
    className="max-h-[28rem] overflow-auto rounded-control border border-line bg-sunken px-4 py-3"
  >
    <pre dir="auto" className="font-mono text-fine wrap-anywhere whitespace-pre-wrap">
      {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
    </pre>
  </section>
)

const ChatMessage = ({ form, event: { line, link } }: { form: Hook['form']; event: HookEvent }) => (
  <div className="rounded-control border border-line bg-raised p-4">
    <p className="mb-2 text-fine text-muted">{formNames[form]}</p>
    <p dir="auto" className="wrap-anywhere">
      {line}
    </p>
    {link &&
      (form === 'teams' ? (
        <span className="mt-3 inline-flex h-8 items-center rounded-mark border border-edge px-3 text-small font-[560]">
          Open
        </span>
      ) : (
        <p className="mt-1 text-small text-primary wrap-anywhere">{link}</p>
      ))}
  </div>
)
