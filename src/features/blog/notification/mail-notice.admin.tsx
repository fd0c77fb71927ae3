import { TriangleAlert } from 'lucide-react'

/** A notice that no mail server is set, so that messages are only written to files. */
export const MailNotice = () => (
  <p role="note" className="flex gap-2.5 rounded-control bg-warning-soft px-3.5 py-2.5 text-small text-warning">
    <TriangleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
    <span>
      <strong>No mail is sent.</strong> No mail server is set (SMTP_URL), so messages are written to <code>mail</code>
      in the data folder.
    </span>
  </p>
)
