import type { FastifyBaseLogger } from 'fastify'
import {
  notificationTestComposer,
  postRenderer,
  sendablePosts,
} from '#features/blog/notification/announcement.server.ts'
import { answerComposer } from '#features/contact/desk/answer-mail.server.ts'
import {
  contactAssignedComposer,
  contactReceivedComposer,
  deskReminderComposer,
} from '#features/contact/desk/desk-mail.server.ts'
import { handOverComposer } from '#features/contact/desk/hand-over-mail.server.ts'
import { contactComposer, contactDigestComposer } from '#features/contact/inbox/contact-notice.server.ts'
import { noticeComposer, openedComposer } from '#features/courses/cohorts/notice-mail.server.ts'
import {
  courseOfferComposer,
  courseOfferLapsedComposer,
  courseRequestAgainComposer,
  courseRequestAnswerComposer,
  courseRequestConfirmComposer,
} from '#features/courses/requests/request-mail.server.ts'
import { courseRequestNoticeComposer } from '#features/courses/requests/request-notice.server.ts'
import { newDeviceComposer } from '#features/identity/devices/devices.server.ts'
import { invitationComposer, passwordResetComposer } from '#features/identity/ground/account-mail.shared.server.ts'
import { accountNoticeComposer } from '#features/identity/ground/account-notices.shared.server.ts'
import { signInConfirmationComposer } from '#features/identity/sign-in/sign-in-confirmations.server.ts'
import { letterTestComposer } from '#features/letters/letter/messages.server.ts'
import { letterRenderer, type MessageContext } from '#features/letters/message/letter-message.shared.server.ts'
import { newsletterComposer } from '#features/letters/sending/newsletter-composer.shared.server.ts'
import { importConfirmationComposer } from '#features/newsletter/imports/import-confirmation.server.ts'
import { applyDeliveryReport } from '#features/newsletter/subscription/delivery-reports.shared.server.ts'
import { confirmationComposer, welcomeComposer } from '#features/newsletter/subscription/newsletter-messages.server.ts'
import { alarmComposer } from '#features/system/alarm-mail.server.ts'
import { mailTestComposer } from '#features/system/system-checks.server.ts'
import { findStaffAddress } from '#features/users/staff.server.ts'
import type { Identity } from '#server/identity/identity.ts'
import type { FindStaff } from '#server/identity/staff.ts'
import type { Composers } from '#server/mail/composer.ts'
import type { Mail, MailService } from '#server/mail/mail.ts'
import { markUndelivered, recipientOf } from '#server/mail/queue.ts'
import { type SendLoop, startSendLoop } from '#server/mail/send-loop.ts'

/** Further services for messages to staff. */
type StaffContext = MessageContext & { identity: Identity; findStaff: FindStaff }

/** The composer of each kind of message. */
function composers(parts: StaffContext): Composers {
  const toStaff = { ...parts, findStaffAddress }
  return {
    newsletter: newsletterComposer({
      ...parts,
      renderPost: postRenderer(parts),
      renderLetter: letterRenderer(parts),
      sendablePosts: sendablePosts(parts.database),
    }),
    confirmation: confirmationComposer(parts),
    importConfirmation: importConfirmationComposer(parts),
    welcome: welcomeComposer(parts),
    contact: contactComposer(parts),
    contactDigest: contactDigestComposer(parts),
    contactAnswer: answerComposer(parts),
    contactAssigned: contactAssignedComposer(toStaff),
    contactHandOver: handOverComposer(toStaff),
    contactReceived: contactReceivedComposer(toStaff),
    deskReminder: deskReminderComposer(toStaff),
    cohortMoved: noticeComposer(parts),
    cohortCancelled: noticeComposer(parts),
    cohortOpened: openedComposer(parts),
    courseRequestNotice: courseRequestNoticeComposer(parts),
    courseRequestConfirm: courseRequestConfirmComposer(parts),
    courseRequestAgain: courseRequestAgainComposer(parts),
    courseOffer: courseOfferComposer(parts),
    courseOfferLapsed: courseOfferLapsedComposer(parts),
    courseRequestAnswer: courseRequestAnswerComposer(parts),
    invitation: invitationComposer(parts),
    passwordReset: passwordResetComposer(parts),
    newDevice: newDeviceComposer(parts),
    accountNotice: accountNoticeComposer(parts),
    signInConfirmation: signInConfirmationComposer(parts),
    notificationTest: notificationTestComposer(toStaff),
    letterTest: letterTestComposer(toStaff),
    mailTest: mailTestComposer(toStaff),
    alarm: alarmComposer(parts),
  }
}

/** The mail service with the loop that sends the queue between `start` and `stop`. */
export type RunningMailService = MailService & { start(): void; stop(): Promise<void> }
type Options = StaffContext & { mail: Mail; log: FastifyBaseLogger }

export function createMailService({ mail, log, ...parts }: Options): RunningMailService {
  const { config, database, render } = parts
  const stopping = new AbortController()
  const composed = composers(parts)
  const undelivered: MailService['undelivered'] = (trx, messageId, reason) =>
    markUndelivered(trx, composed, messageId, reason)
  let worker: SendLoop | undefined
  return {
    kind: mail.kind,
    render,
    wake: () => worker?.wake(),
    undelivered,
    applyReport: (report) =>
      applyDeliveryReport({ database, undelivered, recipientOf: (id) => recipientOf(database, composed, id) }, report),
    stopping: stopping.signal,
    start() {
      if (stopping.signal.aborted) return
      const { domain } = config.company
      worker ??= startSendLoop({ ...config.mail, database, mail, composers: composed, log, domain })
    },
    async stop() {
      stopping.abort()
      await worker?.stop()
    },
  }
}
