import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { embeddedQuery, RoleContext, useMay } from '#admin/session/use-auth.ts'
import { LocalDateTime } from '#admin/time.tsx'
import type { NewDevices } from '#contract/identity.ts'
import { may } from '#contract/roles.ts'
import type { Schedule } from '#features/schedule/schedule.contract.ts'
import type { System } from '#features/system/system.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { useStepsLeft } from './first-steps.admin.tsx'
import { needsOf, type Sources } from './need-sentences.admin.tsx'
import { useProposals } from './proposed.admin.tsx'

/** The work that needs a person now, in sentences. @param figures absent until they are loaded, and when that fails; `desk` too */
export function Needs({ figures, desk }: Pick<Sources, 'figures' | 'desk'>) {
  const [manages, readsContacts, readsAll] = [useMay('manage'), useMay('readContacts'), useMay('staff')]
  const { data: system } = useQuery({ ...adminQuery<System>('/api/system'), enabled: manages })
  const { data: schedule } = useQuery({ ...adminQuery<Schedule>('/api/schedule'), enabled: readsAll })
  const { data: devices } = useQuery(embeddedQuery<NewDevices>('/api/identity/new-devices'))
  const proposals = useProposals(readsAll)
  const role = useContext(RoleContext)
  const stepsLeft = useStepsLeft(manages)
  const needs = needsOf({ figures, system, schedule, devices, desk })
  if (needs.length === 0) {
    // Those below need someone.
    if (stepsLeft || proposals?.body.length) return null
    // Before all answers have arrived, the screen cannot say so.
    const isKnown =
      figures &&
      devices &&
      (schedule || !readsAll) &&
      (system || !manages) &&
      (desk || !readsContacts) &&
      (proposals || !readsAll) &&
      stepsLeft !== undefined
    return isKnown ? <NothingNeeded verifiedAt={system?.backup.good?.at} /> : <div className="mt-4 min-h-14" />
  }
  return (
    <section aria-label="Needs you" className="mt-4">
      <ul className="divide-y divide-line border-y border-line">
        {needs.map(({ id, icon: Icon, urgent = false, text, to, button, write = 'account' }) => (
          <li key={id} className="flex min-h-12 items-center gap-3 py-1.5 max-sm:flex-wrap">
            <Icon
              aria-hidden="true"
              className={classNames('size-4.5 shrink-0', urgent ? 'text-danger' : 'text-muted')}
              strokeWidth={1.75}
            />
            <p className={classNames('min-w-0 flex-1 font-[530] text-pretty', urgent && 'text-danger')}>{text}</p>
            <ButtonLink to={to} variant="secondary" size="small" className="min-w-20 max-sm:ml-7.5">
              {may(role, write) ? button : 'View'}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

const NothingNeeded = ({ verifiedAt }: { verifiedAt: string | undefined }) => (
  <section aria-label="Needs you" className="mt-4">
    <svg aria-hidden="true" viewBox="0 0 600 24" preserveAspectRatio="xMaxYMid slice" className="h-6 w-full max-w-150">
      <path d="M0 12C60 12 70 4 110 4s46 16 86 16 48-8 96-8h292" className="fill-none stroke-line" strokeWidth="1.5" />
      <circle cx="590" cy="12" r="4" className="fill-accent" />
    </svg>
    <p className="mt-1 text-muted">
      You’re all caught up.
      {verifiedAt && (
        <>
          {' '}
          The last backup was verified on <LocalDateTime iso={verifiedAt} />.
        </>
      )}
    </p>
  </section>
)
