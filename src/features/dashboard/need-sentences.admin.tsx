import {
  CalendarClock,
  CircleAlert,
  Clock,
  GraduationCap,
  Inbox,
  type LucideIcon,
  MonitorSmartphone,
  PenLine,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount, formatNumber } from '#admin/format.ts'
import {
  dayAfter,
  formatDateTime,
  formatLongWeekday,
  LocalDate,
  LocalDateTime,
  nameOfRecentDay,
  useTimeZone,
} from '#admin/time.tsx'
import type { NewDevices } from '#contract/identity.ts'
import type { Permission } from '#contract/roles.ts'
import { toWallTime } from '#contract/zoned-format.ts'
import { answerPath, type DeskFigures } from '#features/contact/ground/desk.contract.ts'
import type { DateToPrepare } from '#features/courses/ground/cohorts.contract.ts'
import { registrationsPath } from '#features/courses/ground/offers.contract.ts'
import type { Schedule } from '#features/schedule/schedule.contract.ts'
import type { System } from '#features/system/system.contract.ts'
import { formatDate } from '#ui/date.tsx'
import { listPath } from '#web/api-query.ts'
import type { Dashboard } from './dashboard.contract.ts'
import { ofReviews } from './review-needs.admin.tsx'
import { Event } from './schedule-strip.admin.tsx'

/** `write`: the button says only "View" to roles without it. */
type Need = {
  id: string
  icon: LucideIcon
  urgent?: boolean
  text: ReactNode
  to: string
  button: string
  write?: Permission
}

export type Sources = {
  figures: Dashboard | undefined
  system: System | undefined
  schedule: Schedule | undefined
  devices: NewDevices | undefined
  /** Undefined for roles that may not read requests. */
  desk: DeskFigures | undefined
}

/** The sentences that follow from it, the most urgent first. */
export const needsOf = ({ figures, system, schedule, desk, devices = [] }: Sources): Need[] =>
  [
    ...ofSystem(system),
    ofDevice(devices[0]),
    ofWaiting(desk),
    ofFollowUps(desk),
    ...ofReviews(figures?.reviews),
    ...ofTraining(figures?.training, desk?.mail),
    ofDrafts(figures?.idleDrafts),
    ...ofSchedule(schedule, figures?.subscribers),
  ].filter((need) => need !== undefined)

const ofSystem = (system: System | undefined): Need[] => {
  if (!system) return []
  const { warnings, mail } = system
  const way = { icon: CircleAlert, to: '/admin/system', button: 'Open System' }
  const failed = `${formatCount(mail.failed, 'email')} could not be sent in the last 7 days.`
  return [
    ...warnings.map((text) => ({ ...way, id: text, text, urgent: true })),
    ...(mail.failed > 0 ? [{ ...way, id: 'failed mail', text: failed }] : []),
  ]
}

/** The last sign-in from a new device, where no mail server tells of it. */
const ofDevice = (last: NewDevices[number] | undefined): Need | undefined =>
  last && {
    id: 'device',
    icon: MonitorSmartphone,
    text: (
      <>
        A new device signed in to your account on <LocalDateTime iso={last.at} />: {last.device ?? 'unknown'},{' '}
        {last.address}. If this was not you, change your password.
      </>
    ),
    to: '/admin/profile',
    button: 'My devices',
  }

function ofWaiting(desk: DeskFigures | undefined): Need | undefined {
  if (desk?.since === undefined || desk.next === undefined) return undefined
  const { waiting, since, overdue, next } = desk
  return {
    id: 'requests',
    icon: Inbox,
    text: (
      <>
        {waiting === 1
          ? '1 request needs a reply, received '
          : `${formatCount(waiting, 'request')} need a reply, the oldest received `}
        <Since iso={since} />.{overdue > 0 && ` ${overdue === 1 ? '1 is' : `${formatNumber(overdue)} are`} overdue.`}
      </>
    ),
    to: answerPath(next),
    button: 'Reply',
    write: 'writeContacts',
  }
}

const ofFollowUps = (desk: DeskFigures | undefined): Need | undefined =>
  desk?.followUps
    ? {
        id: 'follow-ups',
        icon: CalendarClock,
        text: `${formatCount(desk.followUps, 'follow-up is', 'follow-ups are')} due.`,
        to: '/admin/contacts?followUp=due',
        button: 'Follow up',
        write: 'writeContacts',
      }
    : undefined

/** 'Tuesday, 8 Dec: Cloud Foundations, 9 of 12 booked, 4 without a name, joining details are missing.' */
function preparation({ title, startsOn, booked, seats, unnamed, joiningMissing }: DateToPrepare): string {
  const facts = [
    seats === undefined ? `${formatNumber(booked)} booked` : `${formatNumber(booked)} of ${formatNumber(seats)} booked`,
    unnamed > 0 && `${formatNumber(unnamed)} without a name`,
    joiningMissing && 'joining details are missing',
  ]
  return `${formatLongWeekday(startsOn)}: ${[title, ...facts].filter(Boolean).join(', ')}.`
}

const byStart = (one: DateToPrepare, other: DateToPrepare) => one.startsOn.localeCompare(other.startsOn)

const ofTraining = (
  {
    starting = 0,
    waiting = 0,
    enrollments = 0,
    missed = 0,
    teaching = [],
    toPrepare = [],
    untold,
    untaught,
  }: Partial<Dashboard['training']> = {},
  mail?: DeskFigures['mail'],
): Need[] => {
  const { people = 0, cohort, ...ofUntold } = untold ?? {}
  const needs = [
    {
      id: 'untold',
      count: people,
      text: `${formatCount(people, 'person has', 'people have')} not been told that their date is cancelled.`,
      to: listPath(registrationsPath(ofUntold), { cohort }),
      button: mail === 'smtp' ? 'Notify them' : 'View',
    },
    {
      id: 'enrollments',
      count: enrollments,
      text: `${formatCount(enrollments, 'enrollment')} to confirm.`,
      to: '/admin/registrations?group=enrollments&dates=open',
      button: 'Confirm',
    },
    {
      id: 'missed',
      count: missed,
      text: `${formatCount(missed, 'enrollment was', 'enrollments were')} never answered, and the date has passed.`,
      to: '/admin/registrations?group=enrollments&dates=over',
      button: 'Move or decline',
    },
    ...[...teaching, ...toPrepare].toSorted(byStart).map((date) => ({
      id: `date ${date.cohort}`,
      count: 1,
      text: preparation(date),
      to: `/admin/courses/dates/${date.cohort}`,
      button: date.unnamed > 0 || date.joiningMissing ? 'Prepare' : 'View participants',
    })),
    ...(untaught ? [untaught] : []).map(({ count, course, event, title, startsOn, cohort }) => ({
      id: 'untaught',
      count,
      text:
        count === 1
          ? `“${title}” on ${formatDate(startsOn)} has no trainer any more.`
          : `${formatNumber(count)} dates within 7 days have no trainer any more.`,
      to: event ? `/admin/courses/dates/${cohort}` : `/admin/courses/edit/${course}?tab=dates`,
      button: 'Choose a trainer',
    })),
    {
      id: 'waiting',
      count: waiting,
      text: `${formatCount(waiting, 'person', 'people')} on the waitlist can be offered a free seat.`,
      to: '/admin/registrations?group=waiting&dates=open',
      button: 'Offer seats',
    },
    {
      id: 'starting',
      count: starting,
      text: `${formatCount(starting, 'date starts', 'dates start')} within 7 days and still ${starting === 1 ? 'has' : 'have'} free seats.`,
      to: '/admin/dates?status=upcoming',
      button: 'View dates',
    },
  ]
  return needs
    .filter(({ count }) => count > 0)
    .map((need) => ({
      ...need,
      icon: GraduationCap,
      ...(need.to.includes('registrations') && { write: 'writeContacts' }),
    }))
}

function Since({ iso }: { iso: string }) {
  const zone = useTimeZone()
  const name = nameOfRecentDay(iso, zone)
  if (name === undefined) return <LocalDate iso={iso} />
  return (
    <time dateTime={toWallTime(iso, zone).slice(0, 10)} title={formatDateTime(iso, zone)}>
      {name}
    </time>
  )
}

function ofDrafts({ count, oldest }: Partial<Dashboard['idleDrafts']> = {}): Need | undefined {
  if (count === undefined || oldest === undefined) return undefined
  const many = `${formatCount(count, 'draft')} have not been edited for a week.`
  const isOne = count === 1
  return {
    id: 'drafts',
    icon: PenLine,
    text: (
      <>
        {isOne ? 'The draft ' : `${many} `}“{oldest.title}” has not been edited since{' '}
        <LocalDate iso={oldest.updatedAt} />.
      </>
    ),
    to: isOne ? `/admin/blogs/edit/${oldest._id}` : '/admin/blogs?status=draft',
    button: isOne ? 'Continue' : 'View drafts',
    write: 'writeContent',
  }
}

const ofSchedule = (schedule: Schedule | undefined, subscribers: number | undefined): Need[] => {
  if (!schedule) return []
  const { today, entries } = schedule
  return entries
    .filter(({ day }) => day <= dayAfter(today, 1))
    .map((entry) => ({
      id: `${entry._id} ${entry.what} ${entry.day}`,
      icon: Clock,
      text: <Event entry={entry} today={today} subscribers={subscribers} />,
      to: `/admin/${entry.entity}/edit/${entry._id}`,
      button: 'Open',
    }))
}
