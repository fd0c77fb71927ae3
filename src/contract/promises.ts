/** What the site promises, as parts of sentences. Staff can change each; an empty one takes its sentence off the site. */
export const promises = {
  /** "We answer within …" */
  answerTime: 'one working day',
  /** "… reads every message." */
  reader: 'An engineer',
  /** "At most …" */
  newsletter: 'two e-mails a month',
}
