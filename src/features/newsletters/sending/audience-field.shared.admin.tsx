import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminPageQuery, adminQuery } from '#admin/api/admin-calls.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { OptionalSelect } from '#admin/fields/small-form.tsx'
import { formatNumber } from '#admin/format.ts'
import { ChoicesField } from '#admin/forms/controls.tsx'
import { SearchField } from '#admin/lists/list-frame.tsx'
import { useMay } from '#admin/session/use-auth.ts'
import { formatDay, useTimeZone } from '#admin/time.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/field.tsx'
import { Spinner, SpinnerRing } from '#ui/spinner.tsx'
import {
  audienceKinds,
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
  audienceWords,
  emptyAudience,
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

/** Who gets a newsletter: the kind, the topics or the record that it names, and the number of people with a list of them. */
export function AudienceField({ value: chosen, onChange, error, asked }: AudienceFieldProps) {
  const [listed, setListed] = useState(false)
  const choices = useAudienceChoices()
  const value = chosen || writeAudience(audienceOfPosts(choices?.topics ?? []))
  const readsContacts = useMay('readContacts')
  const isNamed = isChosen(value)
  const size = useQuery({ ...audienceQuery(value), enabled: isNamed, placeholderData: keepPreviousData })
  const count = isNamed && !size.error ? size.data?.subscribers : undefined
  const missing = asked && !isNamed ? 'Choose one below, or change the audience.' : undefined
  const problem = isNamed ? (size.error?.message ?? (count === 0 ? emptyAudience : undefined)) : undefined
  const refusal = error ?? missing ?? (asked ? problem : undefined)
  return (
    <div className="grid min-w-0 gap-2">
      <AudienceChoice value={value} onChange={onChange} choices={choices} error={refusal} />
      <div
        className="flex min-h-9 flex-wrap items-center gap-x-2 text-small tabular-nums empty:hidden"
        aria-live="polite"
      >
        {problem && !refusal && <p className="text-warning">{problem}</p>}
        {count !== undefined && count > 0 && (
          <>
            {people(count)}
            {readsContacts && (
              <Button
                variant="quiet"
                size="small"
                className="px-2!"
                aria-haspopup="dialog"
                onClick={() => setListed(true)}
              >
                View recipients
              </Button>
            )}
          </>
        )}
      </div>
      {listed && (
        <PeopleDialog
          title={audienceWords(readAudience(value), choices)}
          audience={value}
          onClose={() => setListed(false)}
        />
      )}
    </div>
  )
}

type AudienceChoiceProps = Pick<AudienceFieldProps, 'value' | 'onChange' | 'error'> & {
  choices: AudienceChoices | undefined
}

function AudienceChoice({ value, onChange, choices, error }: AudienceChoiceProps) {
  const audience = readAudience(value)
  const options = useOptions(choices)
  if (!choices) return <SpinnerRing className="text-primary" />
  // A kind without anything to choose from is shown only where it is chosen.
  const kinds = audienceKinds.filter(({ to, from }) => !from || choices[from].length > 0 || audience.to === to)
  const { label, field, from } = kinds.find(({ to }) => to === audience.to) ?? {}
  const named = new URLSearchParams(value).get(field ?? '') ?? ''
  return (
    <>
      <Select
        label="Audience"
        name="audience"
        error={error}
        value={audience.to}
        onChange={({ target }) => {
          const next = kinds.find(({ to }) => to === target.value)?.field
          onChange(`to=${target.value}${next ? `&${next}=${next === field ? encodeURIComponent(named) : ''}` : ''}`)
        }}
      >
        {kinds.map(({ to, label }) => (
          <option key={to} value={to}>
            {label}
          </option>
        ))}
      </Select>
      {audience.to === 'topics' && (
        <ChoicesField
          label="Topics"
          named={Object.fromEntries(choices.topics.map(({ id, name }) => [id, name]))}
          value={audience.topics}
          onChange={(topics) => onChange(writeAudience({ to: 'topics', topics }))}
        />
      )}
      {label && field && from && from !== 'topics' && (
        <OptionalSelect
          label={label}
          hideLabel
          value={named}
          none="Choose…"
          options={options[from]}
          onChoose={(id) => onChange(`to=${audience.to}&${field}=${encodeURIComponent(id)}`)}
        />
      )}
    </>
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
      `${fileName ?? 'Import'}, ${formatDay(at, zone)} (${formatNumber(people)})`,
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
        placeholder="Search recipients..."
        value={search}
        onSearch={(typed) => {
          setSearch(typed)
          setPage(1)
        }}
      />
      {isError && <p className="mt-4 text-danger">The recipients could not be loaded.</p>}
      {!data && !isError && <Spinner />}
      {data && (
        <>
          <ul aria-label="Recipients" className="mt-3 divide-y divide-line">
            {data.body.people.map(({ _id, email, name }) => (
              <li key={_id} className="py-2 wrap-anywhere">
                {email}
                {name && <span className="block text-small text-muted">{name}</span>}
              </li>
            ))}
          </ul>
          {total === 0 && <p className="mt-4 text-muted">No recipients found.</p>}
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
