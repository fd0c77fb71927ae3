import { convert } from 'html-to-text'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { PostAnnouncement } from '#features/blog/notification/post-announcement.mail.tsx'
import { ContactAnswer } from '#features/contact/desk/answer.mail.tsx'
import {
  ContactAssigned,
  ContactDigest,
  ContactRequestMail,
  DeskReminder,
} from '#features/contact/ground/contact.mail.tsx'
import { CourseRequestMail } from '#features/courses/ground/courses.mail.tsx'
import { AccountMessage, SignInConfirmation } from '#features/identity/ground/account.mail.tsx'
import { LetterMail } from '#features/letters/message/letter.mail.tsx'
import { Confirmation, Welcome } from '#features/newsletter/subscription/newsletter.mail.tsx'
import { MailTest } from '#features/system/mail-test.mail.tsx'
import type { MailTemplates, RenderedMail } from '#server/mail/templates.ts'

/** The templates of all messages, by name. */
export const mails: { [Name in keyof MailTemplates]: (props: MailTemplates[Name]) => RenderedMail } = {
  postAnnouncement: (props) => render(<PostAnnouncement {...props} />),
  letter: (props) => render(<LetterMail {...props} />),
  confirmation: (props) => render(<Confirmation {...props} />),
  welcome: (props) => render(<Welcome {...props} />),
  contactNotice: (props) => render(<ContactRequestMail {...props} />),
  contactDigest: (props) => render(<ContactDigest {...props} />),
  contactAnswer: (props) => render(<ContactAnswer {...props} />, props.text),
  contactAssigned: (props) => render(<ContactAssigned {...props} />),
  deskReminder: (props) => render(<DeskReminder {...props} />),
  courseRequest: (props) => render(<CourseRequestMail {...props} />),
  accountMessage: (props) => render(<AccountMessage {...props} />),
  signInConfirmation: (props) => render(<SignInConfirmation {...props} />),
  mailTest: (props) => render(<MailTest {...props} />),
}

/** @param typed the plain form of the part that is shown line by line as it was typed */
function render(message: ReactElement, typed = ''): RenderedMail {
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
      { selector: 'table.data', format: 'dataTable', options: { uppercaseHeaderCells: false } },
      { selector: 'h2', options: { uppercase: false } },
      { selector: 'h3', options: { uppercase: false } },
      { selector: 'img', format: 'alt' },
      { selector: 'div.typed', format: 'typed' },
    ],
    formatters: {
      typed: (_part, _walk, builder) => {
        builder.openBlock({ leadingLineBreaks: 2, isPre: true })
        builder.addLiteral(typed)
        builder.closeBlock({ trailingLineBreaks: 2 })
      },
      alt: (image, _walk, builder) => image.attribs['alt'] && builder.addInline(`[${image.attribs['alt']}]`),
    },
  })
  return { html, text: `${text.trim()}\n` }
}
