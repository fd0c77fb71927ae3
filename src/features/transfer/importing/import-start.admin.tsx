import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#admin/format.ts'
import { FormPanel } from '#admin/forms/form-layout.tsx'
import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { ListFrame } from '#admin/lists/list-frame.tsx'
import { LocalDateTime } from '#admin/time.tsx'
import { Link } from '#ui/link.tsx'
import { type ContentImportSummary, sourceNames } from '../ground/transfer.contract.ts'
import { ChooseFiles } from './import-files.admin.tsx'
import { ImportStateMark, ImportSteps, importPath, importsQuery, isUnderWay } from './import-parts.admin.tsx'
import { importedCount } from './import-words.admin.ts'

const lookEvery = 5_000

/** The first step of an import: its files, with how to get them from each program. Below are the earlier imports. */
export default function ImportStartScreen() {
  return (
    <ListFrame
      title="Import content"
      intro="Bring your posts and pages from another site. You see a report before anything is imported."
    >
      <ImportSteps current="File" />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ChooseFiles />
        <Programs />
      </div>
      <EarlierImports />
    </ListFrame>
  )
}

const programs: { name: string; how: ReactNode }[] = [
  {
    name: sourceNames.wordpress,
    how: 'In WordPress, open Tools → Export, choose All content and upload the XML file. If you got several parts, upload them together.',
  },
  {
    name: sourceNames.ghost,
    how: (
      <>
        In Ghost, open Settings → Migration → Export and upload the JSON file, with redirects.yaml if you have one.
        Members are imported on{' '}
        <Link to="/admin/subscribers/import" className="link">
          Subscribers
        </Link>
        .
      </>
    ),
  },
  {
    name: 'Markdown',
    how: 'Make a ZIP of the folder with its images and upload it. Hugo, Jekyll, Astro, Eleventy and Docusaurus are understood.',
  },
  { name: sourceNames.atrium, how: 'On the other site, open System → Export and upload the ZIP file that it makes.' },
]

const Programs = () => (
  <FormPanel title="How to get your files">
    <dl className="grid gap-4">
      {programs.map(({ name, how }) => (
        <div key={name}>
          <dt className="font-[560]">{name}</dt>
          <dd className="mt-0.5 text-muted">{how}</dd>
        </div>
      ))}
    </dl>
    <p className="border-t border-line pt-4 text-small text-muted">
      Keep the old site online until you have imported: images that are not in your files are copied from it.
    </p>
  </FormPanel>
)

const columns: Column<ContentImportSummary>[] = [
  {
    header: 'File',
    className: 'md:w-full',
    cell: ({ _id, fileName }) => (
      <Link to={importPath(_id)} dir="auto" className="link-quiet wrap-anywhere hover:text-primary">
        {fileName}
      </Link>
    ),
  },
  { header: 'Source', className: 'max-lg:md:hidden', cell: ({ source }) => source && sourceNames[source] },
  { header: 'Items', align: 'right', cell: ({ counts }) => formatNumber(importedCount(counts)) },
  { header: 'By', className: 'max-lg:md:hidden md:whitespace-nowrap', cell: ({ by }) => by },
  { header: 'Uploaded', cell: ({ at }) => <LocalDateTime iso={at} /> },
  { header: 'Status', className: 'md:whitespace-nowrap', cell: ({ state }) => <ImportStateMark state={state} /> },
]

function EarlierImports() {
  const { data } = useQuery({
    ...importsQuery,
    refetchInterval: ({ state }) => state.data?.imports.some(({ state }) => isUnderWay(state)) === true && lookEvery,
  })
  if (!data || data.imports.length === 0) return null
  return (
    <section aria-labelledby="earlier-imports" className="mt-8">
      <h2 id="earlier-imports" className="mb-2 text-h3">
        Earlier imports
      </h2>
      <DataTable
        label="Earlier imports"
        columns={columns}
        rows={data.imports}
        rowKey={({ _id }) => _id}
        summary={({ source, at, by }) => (
          <>
            {source && `${sourceNames[source]} · `}
            <LocalDateTime iso={at} /> · {by}
          </>
        )}
      />
    </section>
  )
}
