import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminPageQuery, adminQuery } from '#admin/api/admin-calls.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { formatCount, formatNumber } from '#admin/format.ts'
import { Choice, ChoicesField } from '#admin/forms/controls.tsx'
import { SearchField } from '#admin/lists/list-frame.tsx'
import { useMay, useReadOnly } from '#admin/session/use-auth.ts'
import { formatDay, useTimeZone } from '#admin/time.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/field.tsx'
import { Spinner, SpinnerRing } from '#ui/spinner.tsx'
import {
  audienceKinds,
  audienceWords,
  isChosen,
  people,
  readAudience,
  writeAudience,
} from '../ground/newsletter-words.shared.admin.ts'
import {
  type Audience,
  type AudienceChoices,
  type AudiencePeople,
  audienceOfPosts,
} from '../ground/newsletters.contract.ts'
import { audienceQuery } from './notification-data.shared.admin.ts'

export const useAudienceChoices = () => useQuery(adminQuery<AudienceChoices>('/api/newsletters/audience/choices')).data

type AudienceFieldProps = {
  /** As `writeAudience` writes it; '' is that of posts. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** Whether staff tried to save or send it, so that a missing choice is an error. */
  asked?: boolean
}

/** Who gets a newsletter: a sentence with the number of people. A button opens the choice, another one the list of people. */
export function AudienceField({ value: chosen, onChange, error, asked }: AudienceFieldProps) {
  const [open, setOpen] = useState(false)
  const [listed, setListed] = useState(false)
  const choices = useAudienceChoices()
  const value = chosen || writeAudience(audienceOfPosts(choices?.topics ?? []))
  const readsContacts = useMay('readContacts')
  const readOnly = useReadOnly()
  const size = useQuery({ ...audienceQuery(value), enabled: isChosen(value), placeholderData: keepPreviousData })
  const count = isChosen(value) && !size.error ? size.data?.subscribers : undefined
  const words = audienceWords(readAudience(value), choices)
  const isMissing = asked && !isChosen(value)
  const problem =
    error ??
    (isMissing ? 'Choose one, or another audience.' : undefined) ??
    (isChosen(value) ? size.error?.message : undefined) ??
    (count === 0 ? 'Nobody would get this. Choose another audience.' : undefined)
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-small font-[560]">Audience</legend>
      <p className="wrap-anywhere tabular-nums" aria-live="polite">
        {words}
        {count !== undefined && `: ${people(count)}`}
      </p>
      {open && <AudienceChoice value={value} onChange={onChange} choices={choices} />}
      {problem && (
        <p role="alert" className="text-small text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {!readOnly && (
          <Button variant="secondary" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Done' : 'Change'}
          </Button>
        )}
        {readsContacts && count !== undefined && count > 0 && (
          <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setListed(true)}>
            See who
          </Button>
        )}
      </div>
      {listed && <PeopleDialog title={words} audience={value} onClose={() => setListed(false)} />}
    </fieldset>
  )
}

type AudienceChoiceProps = Pick<AudienceFieldProps, 'value' | 'onChange'> & { choices: AudienceChoices | undefined }

function AudienceChoice({ value, onChange, choices }: AudienceChoiceProps) {
  const audience = readAudience(value)
  const options = useOptions(choices)
  if (!choices) return <SpinnerRing className="text-primary" />
  return (
    <div className="grid gap-1">
      {audienceKinds
        // A kind without anything to choose from is shown only where it is chosen.
        .filter(({ to, from }) => !from || choices[from].length > 0 || audience.to === to)
        .map(({ to, label, field, from }) => (
          <div key={to}>
            <Choice
              type="radio"
              name="audience"
              label={label}
              checked={audience.to === to}
              onChange={() => onChange(field ? `to=${to}&${field}=` : `to=${to}`)}
            />
            {audience.to === 'topics' && to === 'topics' && (
              <div className="mt-1 mb-2 ml-7">
                <ChoicesField
                  label="Topics"
                  named={Object.fromEntries(choices.topics.map(({ id, name }) => [id, name]))}
                  value={audience.topics}
                  onChange={(topics) => onChange(writeAudience({ to, topics }))}
                />
              </div>
            )}
            {audience.to === to && from && from !== 'topics' && field && (
              <Select
                label={label}
                hideLabel
                className="mt-1 mb-2 ml-7"
                value={new URLSearchParams(value).get(field) ?? ''}
                onChange={({ target }) => onChange(`to=${to}&${field}=${encodeURIComponent(target.value)}`)}
              >
                <option value="">Choose…</option>
                {options[from].map(([id, text]) => (
                  <option key={id} value={id}>
                    {text}
                  </option>
                ))}
              </Select>
            )}
          </div>
        ))}
    </div>
  )
}

type Option = [id: string, text: string]

function useOptions(choices: AudienceChoices | undefined): Record<'courses' | 'imports' | 'newsletters', Option[]> {
  const zone = useTimeZone()
  const { courses = [], imports = [], newsletters = [] } = choices ?? {}
  return {
    courses: courses.map(({ _id, title, people }) => [_id, `${title} (${formatNumber(people)})`]),
    imports: imports.map(({ _id, fileName, at, people }) => [
      _id,
      fileName
        ? `${fileName}, ${formatDay(at, zone)}`
        : `Import of ${formatDay(at, zone)}, ${formatCount(people, 'person', 'people')}`,
    ]),
    newsletters: newsletters.map(({ notificationId, title, at }) => [
      notificationId,
      `${title}, ${formatDay(at, zone)}`,
    ]),
  }
}

const peopleListed = 20

type PeopleDialogProps = { title: string; audience: string; onClose: () => void }

function PeopleDialog({ title, audience, onClose }: PeopleDialogProps) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const asked = `${audience}&page=${page}&limit=${peopleListed}&search=${encodeURIComponent(search)}`
  const { data, isError } = useQuery({
    ...adminPageQuery<AudiencePeople>(`/api/newsletters/audience/recipients?${asked}`),
    placeholderData: keepPreviousData,
  })
  const total = data?.total ?? 0
  const last = Math.ceil(total / peopleListed)
  return (
    <Dialog open grows title={title} onClose={onClose}>
      <SearchField
        placeholder="Search people..."
        value={search}
        onSearch={(typed) => {
          setSearch(typed)
          setPage(1)
        }}
      />
      {isError && <p className="mt-4 text-danger">The people could not be loaded.</p>}
      {!data && !isError && <Spinner />}
      {data && (
        <>
          <ul aria-label="People" className="mt-3 divide-y divide-line">
            {data.body.people.map(({ _id, email, name }) => (
              <li key={_id} className="py-2 wrap-anywhere">
                {email}
                {name && <span className="block text-small text-muted">{name}</span>}
              </li>
            ))}
          </ul>
          {total === 0 && <p className="mt-4 text-muted">No people found.</p>}
          {last > 1 && (
            <div className="mt-4 flex items-center justify-between gap-2">
              <Button variant="secondary" size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
                Previous
              </Button>
              <p className="text-small text-muted tabular-nums" aria-live="polite">
                Page {formatNumber(page)} of {formatNumber(last)}
              </p>
              <Button variant="secondary" size="small" disabled={page >= last} onClick={() => setPage(page + 1)}>
                Next
              </Button>
            </div>
          )}
        </>
      )}
    </Dialog>
  )
}

/** The audience of a newsletter, in a list. */
export const AudienceWords = ({ of }: { of: Audience }) => audienceWords(of, useAudienceChoices())
