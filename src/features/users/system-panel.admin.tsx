import { Panel } from '#admin/shell/panel.tsx'
import { Link } from '#ui/link.tsx'

/** The way to the screen that shows how the site runs. */
export const SystemPanel = () => (
  <Panel title="System" lead="The last backup, pending messages, free space and the version.">
    <Link
      to="/admin/system"
      className="inline-flex min-h-6 items-center text-small text-primary pointer-coarse:min-h-11 underline-offset-4 hover:underline"
    >
      System status
    </Link>
  </Panel>
)
