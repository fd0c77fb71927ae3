import { useQuery } from '@tanstack/react-query'
import { Award, Printer } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useParams } from 'react-router'
import { PageTabs } from '#admin/forms/form-layout.tsx'
import { CreateButton } from '#admin/lists/list-frame.tsx'
import { useListState } from '#admin/lists/list-state.ts'
import { StateMark } from '#admin/lists/record-badges.tsx'
import { useMay } from '#admin/session/use-auth.ts'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { useToday } from '#admin/time.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { formatDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { ApiError } from '#web/http.ts'
import { marks, modes } from '../cohorts/cohort-columns.admin.tsx'
import { Messages } from '../cohorts/notices.admin.tsx'
import { dateScreen } from '../ground/course-resource.admin.tsx'
import { offerOf } from '../ground/offers.contract.ts'
import { Attendance } from './attendance.admin.tsx'
import { participantsQuery, useOutbox } from './attendance-outbox.admin.ts'
import { CertificatesDialog } from './certificates-dialog.admin.tsx'
import { AddParticipants } from './participant-dialogs.admin.tsx'
import type { DateParticipants } from './participants.contract.ts'
import { PeopleTab } from './people-tab.admin.tsx'

/** How often the screen looks for what colleagues have changed, in ms. */
const refetchInterval = 20_000

/** A date: its people, who was there, and the messages to them. */
export default function DateScreen() {
  const { id = '' } = useParams()
  const query = useQuery({ ...participantsQuery(id), refetchInterval })
  const { data, error, isPending, dataUpdatedAt } = query
  useOutbox()
  useRecordTitle(data && formatDate(data.date.startsOn))
  if (!data)
    return isPending ? <Spinner /> : <ErrorState as="h1" message={messageOf(error)} onRetry={() => query.refetch()} />
  const isOffline = error instanceof ApiError && error.status === 0
  return <DateOf people={data} loadedAt={isOffline ? new Date(dataUpdatedAt).toISOString() : undefined} />
}

/** The server says why someone may not see a date, and that there is none. */
const messageOf = (error: Error | null) =>
  error instanceof ApiError && (error.status === 403 || error.status === 404)
    ? error.message
    : 'The participants could not be loaded.'

type DateOfProps = { people: DateParticipants; loadedAt: string | undefined }

function DateOf({ people, loadedAt }: DateOfProps) {
  const { course, date, acts, participants } = people
  const offer = offerOf(people)
  const { filters, change } = useListState(['tab'])
  const [opened, setOpened] = useState<'add' | 'certificates' | null>(null)
  const readsContacts = useMay('readContacts')
  const today = useToday()
  const close = () => setOpened(null)
  const tabs = [
    { value: 'people', label: 'People', content: <PeopleTab people={people} /> },
    { value: 'attendance', label: 'Attendance', content: <Attendance people={people} loadedAt={loadedAt} /> },
    ...(readsContacts || acts.includes('write')
      ? [{ value: 'messages', label: 'Messages', content: <Messages cohort={date} mayJoin={acts.includes('join')} /> }]
      : []),
  ]
  const open = tabs.find(({ value }) => value === filters.tab)?.value ?? 'people'
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="mr-auto min-w-0">
          <h1 className="text-h1 wrap-anywhere">
            <Link
              to={course ? `/admin/courses/edit/${offer._id}?tab=dates` : `/admin/pages/edit/${offer._id}`}
              dir="auto"
              className="link-quiet hover:text-primary"
            >
              {offer.title}
            </Link>
          </h1>
          <Facts date={date} />
        </div>
        <div className={classNames('flex flex-wrap items-center gap-2', open !== 'people' && 'max-md:hidden')}>
          {participants.length > 0 && (
            <ButtonLink to={`${dateScreen(date)}/list`} variant="secondary" size="small">
              <Printer aria-hidden="true" className="size-4" />
              Print the list
            </ButtonLink>
          )}
          {acts.includes('certify') && participants.length > 0 && date.startsOn <= today && (
            <Button variant="secondary" size="small" onClick={() => setOpened('certificates')}>
              <Award aria-hidden="true" className="size-4" />
              Certificates
            </Button>
          )}
          {acts.includes('add') && <CreateButton label="Add participants" onClick={() => setOpened('add')} />}
        </div>
      </div>
      <PageTabs
        label="Date"
        tabs={tabs}
        open={open}
        onOpen={(tab) => change({ tab: tab === 'people' ? '' : tab }, { replace: true })}
      />
      {opened === 'add' && <AddParticipants date={date} onClose={close} />}
      {opened === 'certificates' && <CertificatesDialog people={people} onClose={close} />}
    </>
  )
}

/** When and where it is, and how full. */
function Facts({ date }: { date: DateParticipants['date'] }) {
  const { startsOn, endsOn, timetable, place, mode, seats, booked, state } = date
  const facts = [
    endsOn ? `${formatDate(startsOn)} to ${formatDate(endsOn)}` : formatDate(startsOn),
    timetable,
    place ?? modes[mode],
    seats === undefined ? `${booked} seats taken` : `${booked} of ${seats} seats`,
  ]
  return (
    <p className="mt-1 text-muted wrap-anywhere tabular-nums">
      {facts.filter(Boolean).map((fact, index) => (
        <Fragment key={fact}>
          {index > 0 && ' · '}
          <bdi>{fact}</bdi>
        </Fragment>
      ))}
      {state !== 'open' && (
        <span className="ml-2.5">
          <StateMark {...marks[state]} />
        </span>
      )}
    </p>
  )
}
