import { convert } from 'html-to-text'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { PostAnnouncement, type PostAnnouncementProps } from '#features/blog/notification/post-announcement.mail.tsx'
import { ContactDigest, type ContactDigestProps } from '#features/contact/contact-digest.mail.tsx'
import { ContactNotice, type ContactNoticeProps } from '#features/contact/contact-request.mail.tsx'
import { Confirmation, type ConfirmationProps } from '#features/newsletter/confirmation.mail.tsx'

/** Both parts of a message, made from one template. */
export type RenderedMail = { html: string; text: string }

/** Every message the site sends, by name. */
export const mails = {
  postAnnouncement: (props: PostAnnouncementProps) => render(<PostAnnouncement {...props} />),
  confirmation: (props: ConfirmationProps) => render(<Confirmation {...props} />),
  contactNotice: (props: ContactNoticeProps) => render(<ContactNotice {...props} />),
  contactDigest: (props: ContactDigestProps) => render(<ContactDigest {...props} />),
}
export type Mails = typeof mails

function render(message: ReactElement): RenderedMail {
  const html = `<!DOCTYPE html>${renderToStaticMarkup(message)}`
  const text = convert(html, {
    wordwrap: 78,
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
      { selector: 'blockquote', options: { trimEmptyLines: false } },
      { selector: 'div.preheader', format: 'skip' },
      { selector: 'p.picture', format: 'skip' },
      { selector: '[aria-hidden]', format: 'skip' },
    ],
  })
  return { html, text: `${text.trim()}\n` }
}
