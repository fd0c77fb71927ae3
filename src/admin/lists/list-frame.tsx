import type { UseQueryResult } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { searchPause } from '#admin/dialogs/options.tsx'
import { useShortcut } from '#admin/dialogs/shortcuts.tsx'
import { capitalised, formatNumber } from '#admin/format.ts'
import { useMay, useReadOnly } from '#admin/session/use-auth.ts'
import type { Permission } from '#contract/roles.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { TextInput } from '#ui/field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { notify } from '#ui/toasts.ts'
import { failureOf } from '#web/http.ts'

export type FrameProps = {
  title: string
  intro?: ReactNode
  /** The screens that belong together with this one. */
  tabs?: ReactNode
  count?: number | null | undefined
  search?: SearchFieldProps | false | undefined
  /** The button that creates a record, with its path or its act. The `n` key does the same. */
  create?: Create | undefined
  /** At the right of the title, next to the create button. */
  actions?: ReactNode
  filters?: ReactNode
  body?: ComponentProps<'div'> | undefined
  children: ReactNode
}

export function ListFrame({ title, intro, tabs, count, search, create, actions, filters, body, children }: FrameProps) {
  const readOnly = useReadOnly()
  const creates = readOnly ? undefined : create
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="mr-auto text-h1">
          {title}
          {typeof count === 'number' && (
            <span className="ml-2.5 align-[0.12em] font-text text-body font-normal tracking-normal text-muted tabular-nums">
              {formatNumber(count)}
            </span>
          )}
        </h1>
        {/* On a phone the main act stays next to the title, and the others have a row below both. */}
        <div
          className={classNames(
            'flex flex-wrap items-center gap-x-3 gap-y-2 empty:hidden',
            creates && 'max-sm:order-last max-sm:basis-full',
          )}
        >
          {actions}
        </div>
        {creates && <CreateButton {...creates} />}
      </div>
      {intro && <p className="mt-1 text-small text-muted">{intro}</p>}
      {tabs && <div className="mt-2">{tabs}</div>}
      <div className="mt-4 flex flex-wrap items-center gap-3 empty:hidden">
        {search && <SearchField {...search} />}
        {filters}
      </div>
      <div {...body} className={classNames('mt-4', body?.className)}>
        {children}
      </div>
    </>
  )
}

type Create = { label: string; to: string } | { label: string; to?: undefined; onClick: () => void }

/** The button that creates a record. The `n` key does the same. */
export function CreateButton({ label, ...act }: Create) {
  const navigate = useNavigate()
  useShortcut({ key: 'n', label, run: () => (act.to === undefined ? act.onClick() : navigate(act.to)) })
  const content = (
    <>
      <Plus aria-hidden="true" className="size-4" />
      {label}
    </>
  )
  return act.to === undefined ? (
    <Button size="small" onClick={act.onClick}>
      {content}
    </Button>
  ) : (
    <ButtonLink size="small" to={act.to}>
      {content}
    </ButtonLink>
  )
}

type ListBodyProps<Data> = {
  query: UseQueryResult<Data>
  /** The toast of a failed load: 'Failed to fetch products'. */
  failure: string
  /** The message of an empty list; null if there is something to show. */
  empty: (data: Data) => ReactNode | null
  children: (data: Data) => ReactNode
}

/** The state of a list's query: a spinner, then the list or that it is empty. A failure shows a toast and a button to try again. */
export function ListBody<Data>({ query, failure, empty, children }: ListBodyProps<Data>) {
  useFailureToast(query, failure)
  if (query.data === undefined) {
    if (query.isPending || query.isFetching) return <Spinner />
    const missing = capitalised(failure.replace(/^Failed to fetch /, ''))
    return <ErrorState message={`${missing} could not be loaded.`} onRetry={() => query.refetch()} />
  }
  return empty(query.data) ?? children(query.data)
}

function useFailureToast({ error, errorUpdatedAt, isError }: UseQueryResult, failure: string) {
  const message = failureOf(error, failure)
  useEffect(() => {
    if (isError && errorUpdatedAt > 0) notify('error', message)
  }, [isError, errorUpdatedAt, message])
}

type SearchFieldProps = {
  placeholder: string
  value: string
  onSearch: (query: string) => void
}

/** A search that starts while typing. `/` focuses it, Escape clears it. */
export function SearchField({ placeholder, value, onSearch }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const searched = useRef(value)
  const search = useEffectEvent(onSearch)
  useShortcut({ key: '/', label: 'Search', run: () => field.current?.focus() })

  useEffect(() => {
    if (typed.trim() === searched.current) return
    const timer = setTimeout(() => {
      searched.current = typed.trim()
      search(searched.current)
    }, searchPause)
    return () => clearTimeout(timer)
  }, [typed])
  // Back and forward change the search from outside.
  useEffect(() => {
    if (value === searched.current) return
    searched.current = value
    setTyped(value)
  }, [value])

  return (
    <search className="relative w-full sm:w-72">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
      />
      <TextInput
        ref={field}
        type="search"
        label={placeholder.replace(/\.+$/, '')}
        hideLabel
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped('')
        }}
        autoComplete="off"
        enterKeyHint="search"
        className="[&_input]:pl-9"
      />
    </search>
  )
}

type NewRecordButtonProps = {
  path: string
  /** The values that the form begins with, by its fields. */
  values: Record<string, string>
  needs: Permission
  children: string
}

/** A button that opens the form of a new record with some values. */
export function NewRecordButton({ path, values, needs, children }: NewRecordButtonProps) {
  const navigate = useNavigate()
  if (!useMay(needs)) return null
  return (
    <Button variant="secondary" size="small" onClick={() => navigate(path, { state: { values } })}>
      {children}
    </Button>
  )
}
