import { useState } from 'react'
import { useNavigate } from 'react-router'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { Dialog, DialogFoot } from '#admin/dialogs/dialog.tsx'
import { formatCount } from '#admin/format.ts'
import { Choice } from '#admin/forms/controls.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { dateScreen } from '../ground/course-resource.admin.tsx'
import { type Seat, seatsOf } from './date-seats.admin.tsx'
import type { DateParticipants } from './participants.contract.ts'

const wasThere = ({ participant }: Seat) => Object.values(participant.attended).includes(true)
const isCertified = ({ participant: { certificate } }: Seat) => certificate !== undefined && !certificate.withdrawnAt

type CertificatesDialogProps = { people: DateParticipants; onClose: () => void }

/** Chooses who gets a certificate, and opens their sheets. */
export function CertificatesDialog({ people, onClose }: CertificatesDialogProps) {
  const { date } = people
  const navigate = useNavigate()
  const { act, busy, failure } = useAct({ reload: '/api/cohorts', inPlace: true })
  const seats = seatsOf(people)
  const named = seats.filter(({ isNamed }) => isNamed)
  const certified = named.filter(isCertified)
  const open = named.filter((seat) => !isCertified(seat))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(open.filter(wasThere).map(({ participant }) => participant._id)),
  )
  const picked = open.filter(({ participant }) => chosen.has(participant._id))
  const sheets = `${dateScreen(date)}/certificates`
  const toggle = (id: string) =>
    setChosen(chosen.has(id) ? new Set([...chosen].filter((one) => one !== id)) : new Set([...chosen, id]))
  const all = picked.length === open.length

  async function issue() {
    const participants = picked.map(({ participant }) => participant._id)
    await adminFetch(`/api/cohorts/${date._id}/certificates`, { method: 'POST', json: { participants } })
    onClose()
    navigate(sheets)
  }

  return (
    <Dialog open grows onClose={onClose} title="Certificates" description={ruleOf(open)}>
      <div className="grid gap-4">
        {open.length > 0 && (
          <fieldset>
            <legend className="sr-only">Participants</legend>
            {open.length > 1 && (
              <Choice
                type="checkbox"
                label={`All ${open.length}`}
                checked={all}
                onChange={() => setChosen(new Set(all ? [] : open.map(({ participant }) => participant._id)))}
              />
            )}
            <div className="grid max-h-[40dvh] overflow-y-auto border-t border-line pt-1">
              {open.map(({ participant, name, detail }) => (
                <Choice
                  key={participant._id}
                  type="checkbox"
                  label={[name, detail].filter(Boolean).join(' · ')}
                  checked={chosen.has(participant._id)}
                  onChange={() => toggle(participant._id)}
                />
              ))}
            </div>
          </fieldset>
        )}
        <p className="text-small text-muted empty:hidden">
          {[
            certified.length > 0 && `${formatCount(certified.length, 'participant')} already with a certificate.`,
            seats.length > named.length && `${formatCount(seats.length - named.length, 'participant')} without a name.`,
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
        {failure && <Alert tone="error">{failure}</Alert>}
        <DialogFoot>
          {certified.length > 0 && (
            <ButtonLink to={sheets} variant="secondary" size="small" className="mr-auto">
              Print {formatCount(certified.length, 'certificate')}
            </ButtonLink>
          )}
          <Button variant="secondary" size="small" onClick={onClose}>
            Cancel
          </Button>
          {open.length > 0 && (
            <Button size="small" busy={busy} disabled={picked.length === 0} onClick={() => act(issue)}>
              {picked.length === 0 ? 'Issue certificates' : `Issue ${formatCount(picked.length, 'certificate')}`}
            </Button>
          )}
        </DialogFoot>
      </div>
    </Dialog>
  )
}

const ruleOf = (open: Seat[]) =>
  open.length === 0
    ? undefined
    : open.some(wasThere)
      ? 'Those who attended are chosen.'
      : 'Nobody of them has attended yet, so choose who gets one.'
