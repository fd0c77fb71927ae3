import { Sparkles } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useAct } from '#admin/api/use-act.ts'
import { capitalised } from '#admin/format.ts'
import { usePublishesNothing } from '#admin/session/use-auth.ts'
import { formatZoned, useTimeZone } from '#admin/time.tsx'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import type { Marks } from './filter-buttons.tsx'

type ScheduleTimes = { publishAt?: string | undefined; unpublishAt?: string | undefined }

// In a narrow list it takes two lines.
const wrapping = 'max-lg:h-auto! max-lg:min-h-7 max-lg:py-1 max-lg:whitespace-normal!'

/** Says that a published record is not public yet or no longer, or when it ends; nothing for a record without a schedule. */
export function ScheduleBadge({ of: { publishAt, unpublishAt } }: { of: ScheduleTimes }) {
  const zone = useTimeZone()
  const state = scheduleState({ publishAt, unpublishAt })
  if (publishAt && state === 'scheduled')
    return <Badge tone="amber" className={wrapping}>{`Scheduled · ${formatZoned(publishAt, zone)}`}</Badge>
  if (!unpublishAt) return null
  const when = formatZoned(unpublishAt, zone)
  return (
    <Badge tone="plain" className={wrapping}>
      {state === 'ended' ? `Ended · ${when}` : `Ends · ${when}`}
    </Badge>
  )
}

/** Why the schedule of a published record hides it now; undefined for a record that is public. */
export function scheduleState({ publishAt, unpublishAt }: ScheduleTimes): 'scheduled' | 'ended' | undefined {
  const now = new Date().toISOString()
  if (publishAt !== undefined && publishAt > now) return 'scheduled'
  return unpublishAt !== undefined && unpublishAt <= now ? 'ended' : undefined
}

type Active = ScheduleTimes & { active: boolean; closesOn?: string | undefined }

/** The state of a record in an order, which may have a last day. @param today the company's day */
export function statusOf({ active, closesOn, ...times }: Active, today: string) {
  if (!active) return 'inactive'
  return scheduleState(times) ?? (closesOn !== undefined && closesOn < today ? 'ended' : 'active')
}

/** The same before the second line of a narrow row; empty for a record that is public now. */
export function scheduleWord(of: ScheduleTimes): string {
  const state = scheduleState(of)
  return state ? `${capitalised(state)} · ` : ''
}

/** The state that most records of a list have. It is no badge, so that the other states are prominent. */
export const UsualState = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center gap-2">
    <span aria-hidden="true" className="size-1.5 rounded-full bg-primary" />
    {children}
  </span>
)

type StateMarkProps = {
  label: string
  tone?: ComponentProps<typeof Badge>['tone']
}

export const StateMark = ({ label, tone }: StateMarkProps) =>
  tone ? <Badge tone={tone}>{label}</Badge> : <UsualState>{label}</UsualState>

export const UnpublishedChanges = () => (
  <Badge tone="amber" className="h-6! px-2!">
    Unpublished changes
  </Badge>
)

export const InReview = () => <Badge className="h-6! px-2!">In review</Badge>

/** Below the name of a record: which assistant proposes it, for whom. Nothing for others. @param by 'Claude for Priya Nair' */
export const ProposedBy = ({ by }: { by: string | undefined }) =>
  by && (
    <span className="flex basis-full items-start gap-1.5 text-small text-muted">
      <Sparkles aria-hidden="true" className="mt-1 size-3.5 shrink-0 text-primary" strokeWidth={1.75} />
      <span className="min-w-0 wrap-anywhere">
        Proposed by <bdi dir="ltr">{by}</bdi>
      </span>
    </span>
  )

/** The marks of a record in an order. */
export const RecordMarks = ({ of }: { of: ScheduleTimes & Marks & { active: boolean } }) => (
  <>
    {of.changesWaiting && <UnpublishedChanges />}
    {of.inReview && <InReview />}
    {of.active && <ScheduleBadge of={of} />}
    <ProposedBy by={of.proposed} />
  </>
)

type ToggleBadgeProps = {
  on: boolean
  /** The button's text in each state: 'Active' and 'Inactive'. It shows the current state. */
  labels: [on: string, off: string]
  /** The record's name, which screen readers get as a description: the button's own name is the text on it. */
  name: string
  onToggle: () => Promise<unknown>
  locked?: string | undefined
  /** Whether most records are on. The usual state has no background, so that the other one is prominent. */
  usuallyOn?: boolean
}

export function ToggleBadge({ on, labels, name, onToggle, locked, usuallyOn = true }: ToggleBadgeProps) {
  const { act, busy } = useAct()
  const readOnly = usePublishesNothing()
  const look = classNames(
    'inline-flex h-7 items-center pointer-coarse:h-11 gap-1.5 rounded-mark border px-2.5 text-fine font-[550] whitespace-nowrap transition-colors disabled:opacity-60 aria-disabled:opacity-60',
    on ? 'border-transparent' : 'text-muted',
    on !== usuallyOn && (on ? 'bg-primary-soft text-primary-strong' : 'border-line'),
    !on && !usuallyOn && 'border-transparent',
    !readOnly && (on ? 'hover:border-primary' : 'hover:border-edge hover:text-ink'),
  )
  const content = (
    <>
      <span
        aria-hidden="true"
        className={classNames('size-1.5 rounded-full', on ? 'bg-primary' : 'border border-current')}
      />
      {on ? labels[0] : labels[1]}
    </>
  )
  if (readOnly) return <span className={look}>{content}</span>
  return (
    <button
      type="button"
      aria-description={`${name}: press for ${on ? labels[1] : labels[0]}`}
      // `disabled` would make the button lose the focus.
      aria-disabled={busy || undefined}
      disabled={locked !== undefined}
      title={locked}
      onClick={() => busy || act(onToggle)}
      className={look}
    >
      {content}
    </button>
  )
}
