import { describe, expect, test } from 'vitest'
import { guessMeanings, joinNames, namePlaceOf, placeOfHeadings, ValueCounts } from './column-meanings.ts'
import { fold, leavingOf, meaningOf, senseOf } from './state-words.ts'

test.each([
  ['E-Mail', 'email'],
  ['eMail_Adresse', 'email adresse'],
  ['EMailAddress', 'email address'],
  ['Gekündigt?', 'gekundigt'],
  ['OptedOut', 'optout'],
  ['opted-in', 'optin'],
  ['UNSUB_TIME', 'unsub time'],
  ['Straße', 'strasse'],
])('%j is compared as %j', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

/** The headings of exports, each with a value and what is made of it: a meaning, or for states what the value says. */
const exports: Record<string, [heading: string, value: string, found: string][]> = {
  Mailchimp: [
    ['Email Address', 'a@b.example', 'email'],
    ['First Name', 'Asha', 'name'],
    ['MEMBER_RATING', '2', 'ignore'],
    ['OPTIN_TIME', '2024-03-01 10:00:00', 'date'],
    ['OPTIN_IP', '192.0.2.1', 'ignore'],
    ['LAST_CHANGED', '2024-03-01 10:00:00', 'ignore'],
    ['UNSUB_TIME', '2024-03-01 10:00:00', 'unsubscribed'],
    ['UNSUB_CAMPAIGN_TITLE', 'March', 'unsubscribed'],
    ['UNSUB_REASON', 'NORMAL', 'unsubscribed'],
    ['CLEAN_TIME', '2024-03-01 10:00:00', 'bounced'],
  ],
  Ghost: [
    ['email', 'a@b.example', 'email'],
    ['name', 'Asha', 'name'],
    ['subscribed_to_emails', 'false', 'unsubscribed'],
    ['complimentary_plan', 'false', 'ignore'],
    ['stripe_customer_id', '', 'ignore'],
    ['created_at', '2024-03-01T10:00:00.000Z', 'date'],
    ['deleted_at', '2024-05-01T10:00:00.000Z', 'unsubscribed'],
  ],
  Substack: [
    ['email', 'a@b.example', 'email'],
    ['active_subscription', 'false', 'ignore'],
    ['email_disabled', 'true', 'unsubscribed'],
    ['created_at', '2024-03-01', 'date'],
  ],
  Brevo: [
    ['EMAIL', 'a@b.example', 'email'],
    ['NACHNAME', 'Rao', 'name'],
    ['VORNAME', 'Asha', 'name'],
    ['BLOCKLISTED', 'true', 'unsubscribed'],
    ['DOUBLE_OPT-IN', '2', 'asked'],
    ['ADDED_TIME', '01-03-2024', 'date'],
  ],
  Kit: [
    ['email_address', 'a@b.example', 'email'],
    ['first_name', 'Asha', 'name'],
    ['state', 'complained', 'unsubscribed'],
    ['created_at', '2024-03-01', 'date'],
  ],
  MailerLite: [
    ['Subscriber', 'a@b.example', 'email'],
    ['Status', 'junk', 'unsubscribed'],
    ['Subscribed', '2024-03-01 10:00:00', 'date'],
    ['Unsubscribed', '2024-04-01 10:00:00', 'unsubscribed'],
  ],
  HubSpot: [
    ['Email', 'a@b.example', 'email'],
    ['Unsubscribed from all email', 'Yes', 'unsubscribed'],
    ['Email hard bounce reason', 'UNKNOWN_USER', 'bounced'],
    ['Opted out of email: Marketing Information', 'true', 'unsubscribed'],
    ['Marketing contact status', 'Non-marketing contact', 'unsubscribed'],
    ['Lead Status', 'Attempting', 'ignore'],
  ],
  'Campaign Monitor': [
    ['Email', 'a@b.example', 'email'],
    ['Date Subscribed', '2024-03-01', 'date'],
    ['Status', 'Deleted', 'unsubscribed'],
  ],
  CleverReach: [
    ['E-Mail', 'a@b.example', 'email'],
    ['registered', '1709287200', 'date'],
    ['activated', '0', 'pending'],
    ['deactivated', '1709287200', 'unsubscribed'],
    ['bounced', '0', 'confirmed'],
  ],
  rapidmail: [
    ['E-Mail-Adresse', 'a@b.example', 'email'],
    ['Anmeldedatum', '01.03.2024', 'date'],
    ['Status', 'Abgemeldet', 'unsubscribed'],
  ],
  beehiiv: [
    ['email', 'a@b.example', 'email'],
    ['status', 'needs_attention', 'asked'],
    ['subscribed_at', '2024-03-01', 'date'],
  ],
  Buttondown: [
    ['email_address', 'a@b.example', 'email'],
    ['subscriber_type', 'unactivated', 'pending'],
    ['undeliverability_time', '2024-03-01', 'bounced'],
    ['unsubscription_date', '', 'confirmed'],
  ],
  ActiveCampaign: [
    ['Email', 'a@b.example', 'email'],
    ['Date Created', '2024-03-01', 'date'],
    ['Bounced Hard', '1', 'bounced'],
    ['Unsubscription Reason', 'Too many', 'unsubscribed'],
  ],
  'Constant Contact': [
    ['Email address', 'a@b.example', 'email'],
    ['Email permission status', 'Unsubscribed', 'unsubscribed'],
    ['Opt-out date', '03/01/2024', 'unsubscribed'],
    ['Email status', 'Temp hold', 'asked'],
  ],
  MailPoet: [
    ['Email', 'a@b.example', 'email'],
    ['Global Status', 'inactive', 'unsubscribed'],
    ['Subscribed from IP', '192.0.2.1', 'ignore'],
  ],
  Google: [
    ['First Name', 'Asha', 'name'],
    ['E-mail 1 - Label', 'Work', 'ignore'],
    ['E-mail 1 - Value', 'a@b.example', 'email'],
    ['E-mail 2 - Value', 'c@b.example', 'email'],
    ['Birthday', '1990-01-01', 'ignore'],
  ],
  Outlook: [
    ['Vorname', 'Asha', 'name'],
    ['E-Mail-Adresse', 'a@b.example', 'email'],
    ['E-Mail 2: Adresse', 'c@b.example', 'email'],
    ['Bundesland', 'Bayern', 'ignore'],
  ],
  Shopify: [
    ['Email', 'a@b.example', 'email'],
    ['Accepts Email Marketing', 'no', 'unsubscribed'],
    ['State', 'Kerala', 'ignore'],
  ],
  German: [
    ['Mailadresse', 'a@b.example', 'email'],
    ['Abgemeldet', 'ja', 'unsubscribed'],
    ['gekündigt am', '01.03.2024', 'unsubscribed'],
    ['Keine Werbung', 'x', 'unsubscribed'],
    ['Unzustellbar', 'nein', 'confirmed'],
    ['Einwilligung erteilt', 'nein', 'unsubscribed'],
    ['Newsletter', 'ja', 'confirmed'],
    ['Mailsperre', 'x', 'unsubscribed'],
    ['Austrittsdatum', '31.12.2023', 'unsubscribed'],
    ['Abmeldegrund', 'zu viel', 'unsubscribed'],
    ['Mitgliedsstatus', 'ausgetreten', 'unsubscribed'],
    ['Darf angeschrieben werden', 'nein', 'asked'],
    ['Zustand', 'gesperrt', 'unsubscribed'],
  ],
  CRM: [
    ['Primary Email', 'a@b.example', 'email'],
    ['doNotEmail', '1', 'unsubscribed'],
    ['HasOptedOutOfEmail', 'true', 'unsubscribed'],
    ['email_marketing_consent', 'not_subscribed', 'unsubscribed'],
    ['Opt-In', '', 'skip'],
    ['Complaint', 'off', 'confirmed'],
    ['Do not allow Bulk Emails', 'Do Not Allow', 'unsubscribed'],
    ['May we email you?', 'no', 'asked'],
    ['Email Valid', 'FALSE', 'asked'],
    ['Consent', 'not given', 'unsubscribed'],
    ['Suppressed', 'wahr', 'unsubscribed'],
    ['Subscription', 'Gold', 'ignore'],
    ['Payment Status', 'cancelled', 'ignore'],
  ],
  'a shop': [
    ['Email', 'a@b.example', 'email'],
    ['Accepts Email Marketing', 'no', 'unsubscribed'],
    ['Accepts SMS Marketing', 'no', 'ignore'],
    ['Do Not Call', 'yes', 'ignore'],
    ['Werbung per Post', 'nein', 'ignore'],
    ['Newsletter per E-Mail', 'nein', 'unsubscribed'],
    ['Attendee Status', 'Attending', 'ignore'],
  ],
  'one that denies': [
    ['email', 'a@b.example', 'email'],
    ['IsOptInPending', 'True', 'pending'],
    ['Unconfirmed', 'x', 'pending'],
    ['Nicht bestätigt', 'nein', 'confirmed'],
    ['No consent', '1', 'unsubscribed'],
    ['Keine Einwilligung', 'ja', 'unsubscribed'],
    ['Newsletter (yes/no)', 'no', 'unsubscribed'],
    ['Email subscriber status', 'Never subscribed', 'unsubscribed'],
    ['Email frequency', 'never', 'asked'],
    ['Wants news?', 'no', 'asked'],
    ['E-Mail-Abonnentenstatus', 'abgemeldet', 'unsubscribed'],
    ['Lieferstatus', 'unterwegs', 'ignore'],
  ],
  'other languages': [
    ['Courriel', 'a@b.example', 'email'],
    ['Statut', 'désinscrit', 'unsubscribed'],
    ['Désabonné', 'oui', 'unsubscribed'],
    ['Estado', 'dado de baja', 'unsubscribed'],
    ['Disiscritto', 'sì', 'unsubscribed'],
    ['Afgemeld', 'nee', 'confirmed'],
  ],
}

describe.each(Object.entries(exports))('an export of %s', (_program, cells) => {
  const values = (heading: string, value: string) => (heading === 'Opt-In' ? [value, 'yes'] : [value])
  const meanings = guessMeanings(
    cells.map(([heading, value]) => ({ heading, samples: [value], values: values(heading, value) })),
  )
  test.each(cells.map((cell, at) => [...cell, meanings[at]] as const))(
    'has %j with %j: %s',
    (heading, value, found, meaning) => {
      const says = () => meaningOf(senseOf(heading) ?? 'state', value) ?? 'asked'
      expect(meaning === 'state' ? says() : meaning).toBe(found)
    },
  )
})

test.each([
  [['2024-03-01 10:00', ''], 'state'],
  [['1709287200', '0'], 'state'],
  [['2024-03-01 10:00', '2024-03-02 11:00'], 'date'],
])(
  'the times of confirming %j are a column of meaning %s, since those without one have not confirmed',
  (values, meaning) => {
    const found = guessMeanings([
      { heading: 'E-Mail', samples: ['a@b.example'], values: [] },
      { heading: 'Aktiviert', samples: values, values },
    ])
    expect(found[1]).toBe(meaning)
  },
)

test('a column of states is known by its values, however it is called', () => {
  const guess = (heading: string, ...values: string[]) => guessMeanings([{ heading, samples: values, values }])
  expect(guess('Standing', 'subscribed', 'Cleaned', '')).toEqual(['state'])
  expect(guess('Typ', 'angemeldet', 'Ausgetragen')).toEqual(['state'])
  expect(guess('Reason', 'HardBounce', 'ManualSuppression')).toEqual(['state'])
  for (const values of [
    ['active', 'aktiv'],
    ['blocked', 'Pune'],
    ['b', 'u'],
    ['', ''],
  ])
    expect(guess('Column', ...values)).toEqual(['ignore'])
})

test.each([
  ['unsubscribes 2024', 'unsubscribed'],
  ['opt-outs', 'unsubscribed'],
  ['Abmeldungen Mai', 'unsubscribed'],
  ['hardBounces', 'bounced'],
  ['cleaned_members_export', 'bounced'],
  ['cleaned list for May', undefined],
  ['members cleaned', undefined],
  ['left-out-lines', undefined],
  ['subscribers', undefined],
  [`${'Everybody can unsubscribe at any time. '.repeat(3)}`, undefined],
])('%j is the name of a list of people who are %s', (name, state) => {
  expect(leavingOf(name)).toBe(state)
})

test.each([
  ['a title', [['Export of 12 Nov'], ['Name', 'E-Mail'], ['Asha', 'a@b.example']], 1],
  [
    'a title with an address',
    [
      ['Exported by me@b.example', ''],
      ['Name', 'E-Mail'],
      ['Asha', 'a@b.example'],
    ],
    1,
  ],
  [
    'no headings',
    [
      ['Asha', 'a@b.example'],
      ['Ravi', 'c@b.example'],
    ],
    -1,
  ],
  [
    'unknown headings',
    [
      ['Wer', 'Wo'],
      ['Asha', 'a@b.example'],
    ],
    0,
  ],
  [
    'a title over unknown headings',
    [
      ['Unsere Liste', ''],
      ['Wer', 'Wo'],
      ['Asha', 'a@b.example'],
    ],
    1,
  ],
  [
    'lines without an address first',
    [
      ['Name', 'Status'],
      ['Asha', 'active'],
      ['Ravi', 'c@b.example'],
    ],
    0,
  ],
  [
    'a word like a heading among the data',
    [
      ['Asha', 'a@b.example'],
      ['Status', 'x'],
    ],
    -1,
  ],
])('looks for the headings of a file with %s', (_name, lines, place) => {
  expect(placeOfHeadings(lines)).toBe(place)
})

test.each([
  ['Asha Rao', { Nachname: 'Rao', Vorname: 'Asha' }],
  ['Asha Rao', { LNAME: 'Rao', FNAME: 'Asha' }],
  ['Asha Rao', { Name: 'Asha Rao', 'Given Name': 'Asha', 'Family Name': 'Rao' }],
  ['Asha Rao', { Name: 'Rao', Vorname: 'Asha' }],
  ['Asha Devi Rao', { 'Last Name': 'Rao', 'Middle Name': 'Devi', 'First Name': 'Asha' }],
  ['Asha', { 'First Name': 'Asha' }],
])('makes %s of %j', (name, cells) => {
  expect(joinNames(Object.entries(cells).map(([heading, text]) => ({ text, place: namePlaceOf(heading) })))).toBe(name)
})

test('many values are one, which says what all of them say, or is asked about', () => {
  const under = (heading: string, textOf: (at: number) => string) => {
    const counts = new ValueCounts()
    for (let at = 0; at < 100; at++) counts.add(textOf(at))
    return counts.under(heading).find(({ value }) => value === null)
  }
  const day = (at: number) => (at % 2 === 0 ? '' : `2024-03-01 10:00:${at}`)
  expect(under('unsubscribed_at', day)).toEqual({ value: null, lines: 11, means: 'unsubscribed' })
  expect(under('Status', (at) => `word ${at}`)).toEqual({ value: null, lines: 60 })
})
