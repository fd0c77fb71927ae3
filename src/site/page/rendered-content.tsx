import { useRef } from 'react'
import { classNames } from '#ui/class-names.ts'
import { useTrustedHtml } from '#ui/trusted-html.ts'
import { useSiteLinks } from './use-site-links.ts'

/**
 * Content that the server rendered and sanitised, with a button on each code block that copies it (src/app/web/boot.js). Without the client
 * its links are plain links. With it one handler scrolls to headings and footnotes (whose `#id` would be a route in hash mode), and
 * navigates to pages of this site.
 */
export function RenderedContent({ html, className }: { html: string; className?: string }) {
  const element = useRef<HTMLDivElement>(null)
  const markup = useTrustedHtml(withCopyButtons(html))

  useSiteLinks(element)

  return (
    <>
      <div ref={element} className={classNames('prose', className)} dangerouslySetInnerHTML={markup} />
      <span role="status" className="sr-only" />
    </>
  )
}

/** Adds a button to the line that names the language of a code block (`content/render/code-blocks.ts`). */
const withCopyButtons = (html: string) =>
  html.replaceAll(
    /<div class="code-head"><span>[^<]*<\/span>/g,
    '$&<button type="button" data-copy class="js-only">Copy</button>',
  )
