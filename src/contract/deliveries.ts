export const storedStates = ['waiting', 'sending', 'sent', 'skipped', 'failed'] as const
export type DeliveryState = (typeof storedStates)[number]

/** The states as screens show them. `retrying`: the mail server deferred it, and it will be tried again. */
export const shownStates = ['waiting', 'retrying', 'sending', 'sent', 'skipped', 'failed'] as const
export type ShownState = (typeof shownStates)[number]

export const deliveryState = ({ state, attempts }: { state: DeliveryState; attempts: number }): ShownState =>
  state === 'waiting' && attempts > 0 ? 'retrying' : state

/** The words of all screens for the state of a message. */
export const deliveryWords: Record<ShownState, string> = {
  waiting: 'Waiting',
  retrying: 'Retrying',
  sending: 'Sending',
  sent: 'Sent',
  skipped: 'Not sent',
  failed: 'Not delivered',
}

/** How long messages can be undone before the first of them leaves, in seconds. `MAIL_HOLD` changes that of newsletters. */
export const mailHolds = { answer: 30, notice: 60, newsletter: 60 }
