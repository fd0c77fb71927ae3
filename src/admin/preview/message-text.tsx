import { useTrustedHtml } from '#ui/trusted-html.ts'

/** A text of a person, line by line as it was written. */
export const MessageText = ({ children }: { children: string }) => (
  <p dir="auto" className="max-w-[80ch] me-auto wrap-anywhere whitespace-pre-wrap">
    {children}
  </p>
)

/** A text with a look. @param html sanitised by the server */
export const FormattedText = ({ html }: { html: string }) => (
  <div className="prose max-w-[80ch]! wrap-anywhere" dangerouslySetInnerHTML={useTrustedHtml(html)} />
)
