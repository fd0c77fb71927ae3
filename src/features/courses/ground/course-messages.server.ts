import type { Company } from '#contract/company.ts'
import type { Database } from '#server/database/connect.ts'
import type { CalendarFile, RenderMail } from '#server/mail/mail.ts'
import { automatic } from '#server/mail/mail-kind.ts'
import { signToken } from '#server/security/signed-tokens.ts'
import type { RequestLinkAction } from './course-requests.contract.ts'
import type { CourseRequestProps } from './courses.mail.tsx'

export const linkPurpose = 'courseRequest'

/** The page of a person's request. @param action the press that the page shows first */
export const requestUrl = async (database: Database, publicUrl: string, id: string, action: RequestLinkAction) =>
  `${publicUrl}/course-request?token=${await signToken(database, linkPurpose, id)}&do=${action}`

export type MessageText = { subject: string; calendar?: CalendarFile | undefined } & Omit<CourseRequestProps, 'company'>

/** Renders a message to a person, who can answer it. */
export async function messageTo(
  to: string,
  { subject, calendar, ...text }: MessageText,
  company: Company,
  render: RenderMail,
) {
  const replyTo = { name: company.brand, address: company.email }
  const rendered = await render('CourseRequest', { company, ...text })
  return { message: { to, subject, replyTo, headers: automatic, ...(calendar && { calendar }), ...rendered } }
}
