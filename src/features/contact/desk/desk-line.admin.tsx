import { UserRoundPlus } from 'lucide-react'
import { formatCount, formatNumber } from '#admin/format.ts'
import { useReadOnly } from '#admin/session/permissions.ts'
import { Avatar } from '#ui/avatar.tsx'
import { classNames } from '#ui/class-names.ts'
import { formatDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import type { ContactRequest } from '../contact.contract.ts'
import { useDeskChange } from './use-desk.admin.ts'

/** Who has a request, how long it waits, when to follow up, and what else came from the address. */
export function DeskLine({ request }: { request: ContactRequest }) {
  const { _id, earlier = 0 } = request
  return (
    <>
      <OwnerButton request={request} />
      <Waiting request={request} />
      <FollowUp request={request} />
      {earlier > 0 && (
        <Link to={`/admin/contacts/${_id}`} className="link">
          {formatCount(earlier, 'earlier message')}
        </Link>
      )}
    </>
  )
}

function OwnerButton({ request }: { request: ContactRequest }) {
  const { change, busy } = useDeskChange(request)
  const readOnly = useReadOnly()
  const { owner, subject } = request
  const face = owner ? (
    <Avatar name={owner.name} size={24} />
  ) : (
    <span className="grid size-6 place-items-center rounded-full border border-dashed border-edge">
      <UserRoundPlus aria-hidden="true" className="size-3.5" />
    </span>
  )
  if (readOnly)
    return owner ? (
      <span title={owner.name}>
        {face}
        <span className="sr-only">Owner: {owner.name}</span>
      </span>
    ) : null
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      aria-label={owner ? `Owner of ${subject}: ${owner.name}` : `Choose an owner for ${subject}`}
      title={owner?.name ?? 'Choose an owner'}
      data-action="Owner"
      onClick={change}
      className="-m-1 grid place-items-center rounded-full p-1 hover:text-primary pointer-coarse:-m-2 pointer-coarse:p-2"
    >
      {face}
    </button>
  )
}

/** Minutes of office hours: "20 min" or "6 h"; "8 h 17" if the minutes matter. */
const inHours = (minutes: number, exact = false) =>
  minutes < 60
    ? `${minutes} min`
    : `${formatNumber(Math.floor(minutes / 60))} h${exact && minutes % 60 > 0 ? ` ${minutes % 60}` : ''}`

const tones = { amber: 'text-accent-ink', red: 'font-[560] text-danger' }

/** How long a visitor has waited for us, in office hours. */
export function Waiting({ request: { waits, age = 0, promised = 0, late } }: { request: ContactRequest }) {
  if (waits === undefined) return null
  if (waits === 'them') return <span>answered, waits for them</span>
  const limit = promised % 60 === 0 ? String(promised / 60) : (promised / 60).toFixed(2)
  return (
    <span className={classNames('tabular-nums', late && tones[late])} title="In office hours">
      {late === 'red' && 'overdue: '}waits {inHours(age, late === 'red' && age < promised + 60)} of{' '}
      {age < 60 ? `${limit} h` : limit}
    </span>
  )
}

function FollowUp({ request: { followUpOn, followUpDue } }: { request: ContactRequest }) {
  if (followUpOn === undefined) return null
  return (
    <span className={followUpDue ? tones.red : undefined}>
      {followUpDue === 'today' ? 'follow up today' : `follow up on ${formatDate(followUpOn)}`}
      {followUpDue === 'late' && ', which was missed'}
    </span>
  )
}
