import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox } from '#admin/forms/controls.tsx'
import { DownloadButton } from '#admin/lists/download-button.tsx'
import { Panel } from '#admin/shell/screen.tsx'
import { LocalDateTime, useToday } from '#admin/time.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Facts } from '#ui/feature-list.tsx'
import { Link } from '#ui/link.tsx'
import { ImportStateMark, importPath, importsQuery, startPath } from './import-parts.admin.tsx'

/** The way into an import, and the last one. */
export function ImportPanel() {
  const { data } = useQuery(importsQuery)
  const last = data?.imports[0]
  return (
    <Panel
      title="Import content"
      lead="Bring posts and pages from WordPress, Ghost, Markdown files or another Atrium site. Old addresses become redirects."
    >
      {last && (
        <Facts
          className="mb-4"
          facts={[
            {
              name: 'Last import',
              value: (
                <Link to={importPath(last._id)} dir="auto" className="link wrap-anywhere">
                  {last.fileName}
                </Link>
              ),
            },
            { name: 'Uploaded', value: <LocalDateTime iso={last.at} /> },
            { name: 'Status', value: <ImportStateMark state={last.state} /> },
          ]}
        />
      )}
      <ButtonLink variant="secondary" to={startPath}>
        Import content
      </ButtonLink>
    </Panel>
  )
}

/** The way out, with everything. */
export function ExportPanel() {
  const [people, setPeople] = useState(false)
  return (
    <Panel
      title="Export"
      lead="A ZIP file of everything in open formats: posts, courses, pages and newsletters as Markdown, images and PDFs as files, and settings and redirects as JSON."
    >
      <div className="grid justify-items-start gap-4">
        <Checkbox
          label="Include personal data"
          hint="Contact requests, registrations and subscribers as CSV files. Keep them safe."
          checked={people}
          onChange={({ target }) => setPeople(target.checked)}
        />
        <DownloadButton
          size="medium"
          path={people ? '/api/system/export?people=true' : '/api/system/export'}
          fileName={`export-${useToday()}.zip`}
          failure="The export could not be downloaded."
        >
          Export everything
        </DownloadButton>
      </div>
    </Panel>
  )
}
