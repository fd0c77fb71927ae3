import { ExternalLink } from 'lucide-react'
import { Panel } from '#admin/shell/panel.tsx'

/** The link to the API documentation, which loads the description with this browser's session. */
export const ApiDocsPanel = () => (
  <Panel title="For developers" lead="Read about and try out every call of the website and the back office.">
    <a
      href="/api/docs"
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center gap-1.5 pointer-coarse:min-h-11 text-small text-primary underline-offset-4 hover:underline"
    >
      API documentation
      <ExternalLink aria-hidden="true" className="size-4" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  </Panel>
)
