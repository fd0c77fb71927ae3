import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { formatCount, formatNumber } from '#admin/format.ts'
import { Choice } from '#admin/forms/controls.tsx'
import { FormPanel } from '#admin/forms/form-layout.tsx'
import type { AuthorList } from '#features/blog/blog.contract.ts'
import { blogCategories } from '#features/blog/blog-words.contract.ts'
import { Alert } from '#ui/alert.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Select, TextInput } from '#ui/field.tsx'
import type { ContentImport, ContentImportChoices } from '../ground/transfer.contract.ts'
import { programOf, startPath } from './import-parts.admin.tsx'
import { importedCount, itemsOf, textCount } from './import-words.admin.ts'
import { type Choices, useChoices, useSite } from './use-choices.admin.ts'

type PartProps = { status: ContentImport; choices: Choices; choose: (change: ContentImportChoices) => void }

/** How the items of a source come into the site, and the button that imports them. */
export function ImportChoices({ status }: { status: ContentImport }) {
  const { choices, choose, apply, busy, failure } = useChoices(status)
  const { counts } = status
  const hasTexts = textCount(counts) > 0
  const parts = { status, choices, choose }
  const items = itemsOf(counts)
  const site = useSite(parts)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (site && !site.settle()) return
    const question = `Import ${items}?`
    const points = [
      hasTexts &&
        (choices.status === 'drafts'
          ? 'Everything arrives as a draft. Nothing changes on the site until you publish it.'
          : 'Published posts and pages are on the site at once, with their original dates. Drafts stay drafts.'),
      'Nobody gets an email about it: no newsletter, no notification.',
      'You can undo the import for 24 hours.',
    ].filter((point) => point !== false)
    if (await confirm({ question, points, action: `Import ${items}`, harmless: true })) await apply()
  }
  if (status.commandLine)
    return (
      <FormPanel title="Begun at the command line">
        <p className="text-muted">To import this, run the same command on the server again, with --write.</p>
      </FormPanel>
    )
  if (importedCount(counts) === 0)
    return (
      <FormPanel title="Nothing to import">
        <p className="text-muted">Nothing in this file is new or has changed since the last import.</p>
        <ButtonLink variant="secondary" size="small" to={startPath} className="justify-self-start">
          Try another file
        </ButtonLink>
      </FormPanel>
    )
  return (
    <form onSubmit={submit} noValidate>
      <FormPanel title="How to import">
        {hasTexts && (
          <>
            {site && <TextInput {...site.field} />}
            <Statuses {...parts} />
            <Pictures {...parts} />
            <Categories {...parts} />
            <Authors {...parts} />
          </>
        )}
        {/* The choices can be longer than the window. */}
        <div className="sticky bottom-0 -mx-4 -mb-4 rounded-b-control border-t border-line bg-raised p-4 sm:-mx-5 sm:-mb-5 sm:px-5">
          {failure && (
            <Alert tone="error" className="mb-3">
              {failure}
            </Alert>
          )}
          <Button type="submit" size="small" wide busy={busy}>
            Import {items}
          </Button>
        </div>
      </FormPanel>
    </form>
  )
}

const Legend = ({ children }: { children: ReactNode }) => (
  <legend className="mb-1.5 text-small font-[560]">{children}</legend>
)

type RadiosProps<Value extends string> = {
  name: string
  chosen: Value
  options: { value: Value; label: string; hint: string }[]
  onChoose: (value: Value) => void
}

const Radios = <Value extends string>({ name, chosen, options, onChoose }: RadiosProps<Value>) =>
  options.map(({ value, ...words }) => (
    <Choice
      key={value}
      type="radio"
      name={name}
      value={value}
      checked={value === chosen}
      onChange={() => onChoose(value)}
      {...words}
    />
  ))

const Statuses = ({ status: { source }, choices, choose }: PartProps) => (
  <fieldset>
    <Legend>Publish</Legend>
    <Radios
      name="status"
      chosen={choices.status}
      onChoose={(status) => choose({ status })}
      options={[
        { value: 'same', label: `As in ${programOf(source)}`, hint: 'Drafts stay drafts.' },
        { value: 'drafts', label: 'All as drafts', hint: 'You publish them when you are ready.' },
      ]}
    />
  </fieldset>
)

function Pictures({ status: { pictures, site }, choices, choose }: PartProps) {
  const { needed, given } = pictures
  if (needed === 0) return null
  const isComplete = given >= needed
  return (
    <fieldset>
      <Legend>Images and files</Legend>
      <p className="mb-1 text-small text-muted">
        {isComplete
          ? `Your upload has all ${formatNumber(needed)} that your texts use.`
          : `Your upload has ${formatNumber(given)} of the ${formatNumber(needed)} that your texts use.`}
      </p>
      {!isComplete && (
        <Radios
          name="pictures"
          chosen={choices.pictures}
          onChoose={(pictures) => choose({ pictures })}
          options={[
            {
              value: 'fetch',
              label: 'Copy the rest from the old site',
              hint:
                site?.address || choices.site
                  ? 'The old site must be online until the import is done.'
                  : 'Enter the address of the old site above. It must be online until the import is done.',
            },
            { value: 'given', label: 'Only those in the upload', hint: 'The rest become links to the old site.' },
            { value: 'leave', label: 'None', hint: 'All become links to the old site, and end with it.' },
          ]}
        />
      )}
    </fieldset>
  )
}

/** How many rows of a list show at first. */
const shownFirst = 5

type RowsProps<Row> = { legend: string; what: string; rows: Row[]; children: (row: Row) => ReactNode; last?: ReactNode }

/** A field for each category or author of the source. Many of them are folded. */
function Rows<Row>({ legend, what, rows, children, last }: RowsProps<Row>) {
  const [all, setAll] = useState(false)
  const isFolded = !all && rows.length > shownFirst + 1
  return (
    <fieldset className="min-w-0">
      <Legend>{legend}</Legend>
      <div className="grid gap-3">
        {(isFolded ? rows.slice(0, shownFirst) : rows).map(children)}
        {isFolded && (
          <Button variant="quiet" size="small" className="-ml-3.5 justify-self-start" onClick={() => setAll(true)}>
            Show all {formatNumber(rows.length)} {what}
          </Button>
        )}
        {last}
      </div>
    </fieldset>
  )
}

const Counted = ({ name, items }: { name: string; items: number }) => (
  <span className="flex items-baseline justify-between gap-3">
    <span dir="auto" title={name} className="line-clamp-2">
      {name}
    </span>
    <span className="font-normal whitespace-nowrap text-muted tabular-nums">{formatCount(items, 'item')}</span>
  </span>
)

function Categories({ choices: { categories, category }, choose }: PartProps) {
  const options = blogCategories.map((one) => <option key={one}>{one}</option>)
  return (
    <Rows
      legend="Categories"
      what="categories"
      rows={categories}
      last={
        <Select
          label={categories.length > 0 ? 'Posts without a category' : 'Category of the posts'}
          value={category}
          onChange={({ target }) => choose({ category: target.value as Choices['category'] })}
        >
          {options}
        </Select>
      }
    >
      {({ source, category, items }) => (
        <Select
          key={source}
          label={<Counted name={source} items={items} />}
          value={category}
          onChange={({ target }) => choose({ categories: [{ source, category: target.value as Choices['category'] }] })}
        >
          {options}
        </Select>
      )}
    </Rows>
  )
}

function Authors({ choices: { authors, author }, choose }: PartProps) {
  const { data: profiles = [] } = useQuery(adminQuery<AuthorList>('/api/authors'))
  const options = profiles.map(({ _id, name }) => (
    <option key={_id} value={_id}>
      {name}
    </option>
  ))
  return (
    <Rows
      legend="Authors"
      what="authors"
      rows={authors}
      last={
        <Select
          label={authors.length > 0 ? 'Items without an author' : 'Author of the items'}
          value={author}
          onChange={({ target }) => choose({ author: target.value })}
        >
          {options}
        </Select>
      }
    >
      {({ source, name, profile, items }) => (
        <Select
          key={source}
          label={<Counted name={name || 'Unnamed author'} items={items} />}
          value={profile}
          onChange={({ target }) => choose({ authors: [{ source, profile: target.value }] })}
        >
          <option value="new">New author profile</option>
          {options}
        </Select>
      )}
    </Rows>
  )
}
