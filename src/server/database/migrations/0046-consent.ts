import { addColumns, type Migration, makeTables } from './make-table.ts'

/** Where a request came from, and the wording under the form that its sender saw. */
export const consent: Migration = {
  name: '0046-consent',
  async up(db, kind) {
    await makeTables(db, kind, {
      /** A row for each wording under a form, with the version of the privacy document at that time. It never changes. */
      consentTexts: {
        key: ['id'],
        columns: { id: 'text', text: 'text', version: 'text', since: 'time' },
      },
    })
    await addColumns(db, kind, 'contactRequests', {
      page: 'text?',
      read: 'json?',
      referrer: 'text?',
      campaign: 'json?',
      phone: 'text?',
      consentText: 'text?',
    })
    await addColumns(db, kind, 'subscribers', { consentAt: 'time?', consentText: 'text?', consentPage: 'text?' })
  },
}
