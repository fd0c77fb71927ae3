import type { FastifyBaseLogger } from 'fastify'
import { notificationTest, postRenderer, sendablePosts } from '#features/blog/notification/announcement.server.ts'
import { hookOff } from '#features/connections/hooks/hook-state.shared.server.ts'
import { startHookLoop } from '#features/connections/hooks/send-hooks.server.ts'
import { contactAnswer } from '#features/contact/desk/answer-mail.server.ts'
import {
  contactAssigned,
  contactHandOver,
  contactReceived,
  deskReminder,
} from '#features/contact/desk/desk-mail.server.ts'
import { contact, contactDigest } from '#features/contact/inbox/contact-notice.server.ts'
import {
  cohortCancelled,
  cohortJoining,
  cohortMoved,
  cohortNote,
  cohortOpened,
  cohortReminder,
  cohortThanks,
} from '#features/courses/cohorts/notice-mail.server.ts'
import {
  courseOffer,
  courseOfferLapsed,
  registrationAnswer,
  registrationConfirm,
  registrationRepeat,
} from '#features/courses/registrations/registration-mail.server.ts'
import { registrationNotice } from '#features/courses/registrations/registration-notice.server.ts'
import { newDevice } from '#features/identity/devices/devices.server.ts'
import { invitation, passwordReset } from '#features/identity/ground/account-mail.shared.server.ts'
import { accountNotice } from '#features/identity/ground/account-notices.shared.server.ts'
import { signInConfirmation } from '#features/identity/sign-in/sign-in-confirmations.server.ts'
import {
  type MessageContext,
  newsletterRenderer,
} from '#features/newsletters/message/newsletter-message.shared.server.ts'
import { newsletterTest } from '#features/newsletters/newsletter/messages.server.ts'
import { type NewsletterContext, newsletter } from '#features/newsletters/sending/newsletter-composer.shared.server.ts'
import { personLink } from '#features/persons/person-links.server.ts'
import { reviewAnswered, reviewAsked } from '#features/reviews/review-mail.server.ts'
import { importConfirmation } from '#features/subscribers/imports/import-confirmation.server.ts'
import { applyDeliveryReport } from '#features/subscribers/subscription/bounces.server.ts'
import { confirmation, welcome } from '#features/subscribers/subscription/subscription-messages.server.ts'
import { alarm } from '#features/system/alarms.server.ts'
import { mailTest } from '#features/system/system-checks.server.ts'
import { findActive } from '#features/users/staff.server.ts'
import type { AppContext } from '#server/feature.ts'
import type { Mail, MailService } from '#server/mail/mail.ts'
import {
  type Composers,
  type MailKind,
  type MailKindName,
  markUndelivered,
  recipientOf,
  type StaffMailContext,
} from '#server/mail/mail-kind.ts'
import { mailSender } from '#server/mail/mail-sender.ts'
import { type SendLoop, startSendLoop } from '#server/mail/send-loop.ts'

export const mailKinds: { [Kind in MailKindName]: MailKind<Kind, KindContext> } = {
  newsletter,
  confirmation,
  importConfirmation,
  welcome,
  contact,
  contactDigest,
  contactAnswer,
  contactAssigned,
  contactHandOver,
  contactReceived,
  deskReminder,
  cohortMoved,
  cohortCancelled,
  cohortOpened,
  cohortJoining,
  cohortReminder,
  cohortNote,
  cohortThanks,
  registrationNotice,
  registrationConfirm,
  registrationRepeat,
  courseOffer,
  courseOfferLapsed,
  registrationAnswer,
  invitation,
  passwordReset,
  personLink,
  newDevice,
  accountNotice,
  signInConfirmation,
  reviewAsked,
  reviewAnswered,
  notificationTest,
  newsletterTest,
  mailTest,
  alarm,
  hookOff,
}

type Context = MessageContext & Pick<AppContext, 'identity' | 'findStaff'>
type KindContext = Context & StaffMailContext & NewsletterContext

function composersOf(services: Context): Composers {
  const context: KindContext = {
    ...services,
    findColleague: (id) => findActive(services.database, 'id', id),
    renderPost: postRenderer(services),
    renderNewsletter: newsletterRenderer(services),
    sendablePosts: sendablePosts(services.database),
  }
  return Object.fromEntries(Object.entries(mailKinds).map(([kind, compose]) => [kind, compose(context)])) as Composers
}

/** The mail service with the loops that send the queue between `start` and `stop`: mail, and events to webhooks. */
export type RunningMailService = MailService & { start(): void; stop(): Promise<void> }
type Options = Context & { mail: Mail; log: FastifyBaseLogger }

export function createMailService({ mail, log, ...parts }: Options): RunningMailService {
  const { config, database, render } = parts
  const stopping = new AbortController()
  const composers = composersOf(parts)
  const undelivered: MailService['undelivered'] = (trx, messageId, reason) =>
    markUndelivered(trx, composers, messageId, reason)
  let loops: SendLoop[] | undefined
  return {
    kind: mail.kind,
    render,
    undelivered,
    applyReport: (report) =>
      applyDeliveryReport({ database, undelivered, recipientOf: (id) => recipientOf(database, composers, id) }, report),
    stopping: stopping.signal,
    start() {
      if (stopping.signal.aborted) return
      const { domain } = config.company
      loops ??= [
        startSendLoop({ ...config.mail, database, sender: mailSender(mail, domain), composers, log }),
        startHookLoop({ config, database, log }),
      ]
    },
    async stop() {
      stopping.abort()
      await Promise.all(loops?.map((loop) => loop.stop()) ?? [])
    },
  }
}
