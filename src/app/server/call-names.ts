/** Words of addresses that are not those of the glossary, or whose plural is not regular: one of them, and several. */
const nouns: Record<string, [one: string, several: string]> = {
  answers: ['reply', 'replies'],
  audience: ['audience', 'audience'],
  blogs: ['post', 'posts'],
  cases: ['case study', 'case studies'],
  cohorts: ['date', 'dates'],
  contact: ['contact request', 'contact requests'],
  'course-requests': ['registration', 'registrations'],
  faqs: ['FAQ', 'FAQs'],
  figures: ['figures', 'figures'],
  hooks: ['webhook', 'webhooks'],
  imports: ['subscriber import', 'subscriber imports'],
  media: ['media item', 'media'],
  notices: ['message', 'messages'],
  people: ['person', 'people'],
  results: ['results', 'results'],
  savedReplies: ['saved reply', 'saved replies'],
  typing: ['typing', 'typing'],
  'working-copy': ['unpublished changes', 'unpublished changes'],
}

/** Last words of an address that say what is done, in place of the method. */
const acts: Record<string, string> = { bulk: 'change several', 'hand-over': 'hand over', order: 'reorder' }
const plainActs =
  'answer apply check disconnect duplicate erase import join pause preview reorder repeat replace restore resume retry rotate send test undo'
for (const act of plainActs.split(' ')) acts[act] = act

/** Words that only group addresses. */
const groups = ['identity', 'newsletter']

/** Calls whose address says too little. Their names are as stable as those that follow from an address. */
export const ownNames: Record<string, string> = {
  'POST /reports': 'reportViolations',
  'POST /seen': 'countVisit',
  'POST /mcp': 'callTools',
  'POST /oauth/register': 'registerAssistant',
  'POST /oauth/token': 'exchangeCode',
  'POST /oauth/revoke': 'revokeConnection',
  'GET /oauth/request': 'getConsent',
  'POST /oauth/approve': 'approveAssistant',
  'DELETE /assistants/:id': 'disconnectAssistant',
  'GET /assistants/setup': 'getAssistantSetup',
  'GET /analytics': 'getAnalytics',
  'GET /analytics/page': 'getAnalyticsOfPage',
  'GET /activity': 'listActivity',
  'GET /blogs/adminblogs': 'listAllPosts',
  'GET /blog-highlights': 'listHighlightedPosts',
  'GET /careers': 'listPublicOpenings',
  'GET /cohorts/occupied': 'countPeopleByDate',
  'POST /cohorts/:id/booked': 'addBookedSeats',
  'POST /cohorts/:id/certificates': 'issueCertificates',
  'PUT /cohorts/:id/attendance': 'recordAttendance',
  'PUT /cohorts/:id/joining': 'updateJoiningDetailsOfDate',
  'DELETE /certificates/:number': 'withdrawCertificate',
  'POST /contact': 'sendContactRequest',
  'PATCH /contact/:id/desk': 'assignContactRequest',
  'PUT /contact/:id/answer-to': 'setRecipientOfReplies',
  'PUT /contact/:id/typing': 'tellColleaguesOfReply',
  'POST /contact/:id/received': 'logReceivedReply',
  'POST /contact/:id/join/undo': 'separateContactRequest',
  'POST /content/card': 'drawLinkCard',
  'POST /content/links': 'findBrokenLinks',
  'GET /courses/:slug/dates/:id.ics': 'getCalendarFileOfDate',
  'GET /pages/:page/dates/:id.ics': 'getCalendarFileOfEvent',
  'GET /courses/adminCourses': 'listAllCourses',
  'POST /course-requests': 'requestSeat',
  'POST /course-requests/entered': 'enterRegistration',
  'GET /course-requests/demand': 'countDemand',
  'GET /course-requests/link': 'getRegistrationByLink',
  'POST /course-requests/link': 'answerRegistrationLink',
  'POST /course-requests/link/details': 'updateRegistrationByLink',
  'POST /course-requests/:id/offer': 'offerSeat',
  'GET /finder': 'findRecords',
  'GET /forms/token': 'getTokenOfForm',
  'POST /hooks/:id/secret': 'rotateSecretOfWebhook',
  'GET /identity': 'getSignInMethods',
  'POST /identity/sign-in': 'signIn',
  'POST /identity/sign-in/confirm': 'signInByMailedLink',
  'POST /identity/sign-in/passkey': 'signInWithPasskey',
  'POST /identity/sign-in/passkey/options': 'beginSignInWithPasskey',
  'POST /identity/sign-out': 'signOut',
  'POST /identity/sign-out-everywhere': 'signOutEverywhere',
  'POST /identity/sign-out-others': 'signOutOtherSessions',
  'GET /identity/provider': 'redirectToProvider',
  'GET /identity/provider/callback': 'returnFromProvider',
  'POST /identity/provider/confirm': 'beginConfirmationWithProvider',
  'POST /identity/provider/sign-in': 'signInWithProvider',
  'POST /identity/confirm': 'confirmIdentity',
  'POST /identity/confirm/passkey': 'beginConfirmationWithPasskey',
  'POST /identity/password': 'changePassword',
  'POST /identity/forgot': 'requestPasswordLink',
  'POST /identity/invitation': 'getInvitation',
  'POST /identity/reset': 'resetPassword',
  'GET /identity/second-factor': 'getAuthenticatorApp',
  'POST /identity/second-factor': 'beginAuthenticatorApp',
  'POST /identity/second-factor/confirm': 'confirmAuthenticatorApp',
  'POST /identity/second-factor/disable': 'disableAuthenticatorApp',
  'POST /identity/passkeys': 'addPasskey',
  'POST /identity/passkeys/options': 'beginPasskey',
  'GET /legal/:name': 'getLegalDocument',
  'GET /links': 'findLinkTargets',
  'GET /links/:entity': 'findLinkTargetsOfKind',
  'POST /images': 'uploadImage',
  'POST /images/fetch': 'copyImage',
  'POST /media': 'uploadMedia',
  'POST /mail/bounces': 'reportBounces',
  'POST /mail/inbound': 'receiveMail',
  'GET /newsletters/by-code/:code': 'getSentNewsletter',
  'GET /newsletters/moment': 'checkMoment',
  'POST /newsletters/preview/post': 'previewMessageAboutPost',
  'POST /newsletter/imports': 'uploadSubscribers',
  'GET /newsletter/imports/:id/left-out.csv': 'exportSkippedLines',
  'POST /newsletter/subscribe': 'subscribe',
  'POST /newsletter/subscribers': 'addSubscriber',
  'GET /newsletter/subscription': 'getSubscription',
  'POST /newsletter/subscription': 'changeSubscription',
  'GET /newsletter/preferences': 'getPreferences',
  'POST /newsletter/preferences': 'changePreferences',
  'GET /pages/by-path/:path': 'getPublicPage',
  'GET /pages/:id/files/:at/:file': 'downloadFilesOfSection',
  'POST /persons/find': 'findPerson',
  'GET /persons/:key/export': 'exportPerson',
  'POST /previews/answer': 'answerReviewAsGuest',
  'GET /redirects/by-path': 'findRedirect',
  'GET /redirects/export.csv': 'exportRedirects',
  'GET /redirects/not-found': 'listMissingAddresses',
  'POST /redirects/not-found/dismiss': 'dismissMissingAddresses',
  'GET /schedule': 'listSchedule',
  'POST /as-of': 'showSiteAsOf',
  'POST /content-imports': 'uploadContent',
  'GET /system': 'getStateOfSystem',
  'POST /system/mail-test': 'sendTestMail',
  'POST /system/checks': 'checkSystem',
  'POST /system/backups': 'makeBackup',
  'GET /system/backups/newest': 'downloadBackup',
  'GET /system/export': 'exportContent',
  'GET /trash': 'listTrash',
  'DELETE /trash': 'emptyTrash',
  'GET /trash/kinds': 'listKindsInTrash',
  'DELETE /trash/:entity/:id': 'deleteForGood',
  'POST /trash/:entity/:id/restore': 'restoreRecord',
  'POST /trash/:entity/:id/free-slug': 'freeSlug',
  'GET /users/me': 'getMyProfile',
  'PUT /users/me': 'updateMyProfile',
  'PUT /users/me/avatar': 'replaceMyPhoto',
  'GET /users/me/first-steps': 'getFirstSteps',
  'DELETE /users/me/first-steps': 'dismissFirstSteps',
  'POST /users/invitations': 'inviteUser',
  'POST /users/:id/invitation': 'inviteUserAgain',
  'DELETE /users/:id/second-factor': 'removeSecondFactorOfUser',
  'POST /videos': 'getVideo',
  'GET /work': 'listPublicCaseStudies',
  'GET /work/:slug': 'getPublicCaseStudy',
}

const verbs: Record<string, string> = { POST: 'create', PUT: 'update', PATCH: 'change', DELETE: 'delete' }
const workingCopyVerbs: typeof verbs = { PUT: 'save', DELETE: 'discard' }

/** A word of an address, and whether an id follows it. */
type Part = { word: string; named: boolean; file: boolean }

function partsOf(path: string): Part[] {
  const parts: Part[] = []
  for (const segment of path.split('/').filter(Boolean)) {
    const last = parts.at(-1)
    const [word = '', file] = segment.split('.')
    if (!segment.startsWith(':')) parts.push({ word, named: false, file: file !== undefined })
    else if (last) last.named = true
  }
  const [first, ...rest] = parts
  if (!first || rest.length === 0) return parts
  if (groups.includes(first.word)) return rest
  if (first.word !== 'settings') return parts
  return rest.map((part, at) => (at === 0 ? { ...part, word: `${part.word} settings`, named: true } : part))
}

/** `list preview links of post` as a name: `listPreviewLinksOfPost`. */
const joined = (words: string) =>
  words
    .split(/[^a-z0-9]+/i)
    .map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')

const singular = (word: string) =>
  word.endsWith(' settings') ? word : word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/s$/, '')

const nounOf = ({ word }: Part, one: boolean) => {
  const [single = singular(word), several = word] = nouns[word] ?? []
  return one ? single : several
}

/**
 * The name of a call in words, for clients that are generated from the description: `GET /blogs/:id/preview-links` is `listPreviewLinksOfPost`. It
 * follows from the method and the path alone, unless the call has one of its own.
 * @param path below `/api`
 */
export function callName(method: string, path: string): string {
  const own = ownNames[`${method} ${path}`]
  if (own) return own
  const previewed = path.startsWith('/previews/')
  const edited = path.endsWith('/id/:id')
  const parts = partsOf(edited ? path.replace('/id/', '/') : previewed ? path.slice('/previews'.length) : path)
  const before = parts.slice(0, -1)
  const last = parts.at(-1) ?? { word: '', named: false, file: false }
  const of = (rest: Part[]) =>
    rest
      .toReversed()
      .map((part) => ` of ${nounOf(part, part.named)}`)
      .join('')
  const object = before.at(-1)
  const act = last.named || method === 'GET' ? undefined : acts[last.word]
  if (act && object) {
    const one = !/^(change several|reorder|import|hand over)$/.test(act)
    return joined(`${act} ${nounOf(object, one)}${of(before.slice(0, -1))}`)
  }
  const one = last.named || method === 'POST'
  const isList = !one && nounOf(last, false) !== nounOf(last, true)
  const reading = last.file ? 'export' : isList ? 'list' : 'get'
  const kept = last.word === 'working-copy' ? workingCopyVerbs[method] : undefined
  const how = edited ? ' for editing' : previewed ? ' by preview link' : ''
  return joined(`${kept ?? verbs[method] ?? reading} ${nounOf(last, one)}${of(before)}${how}`)
}
