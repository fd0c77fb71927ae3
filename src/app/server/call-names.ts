/** Words of addresses that are not those of the glossary, or whose plural is not regular: one of them, and several. */
const nouns: Record<string, [one: string, several: string]> = {
  answers: ['reply', 'replies'],
  'answer-draft': ['reply draft', 'reply draft'],
  audience: ['audience', 'audience'],
  blogs: ['post', 'posts'],
  careers: ['public opening', 'public openings'],
  cases: ['case study', 'case studies'],
  cohorts: ['course date', 'course dates'],
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
  'second-factor': ['authenticator app', 'authenticator app'],
  typing: ['typing', 'typing'],
  work: ['public case study', 'public case studies'],
  'working-copy': ['working copy', 'working copy'],
}

/** Last words of an address that say what is done, in place of the method. */
const acts: Record<string, string> = { bulk: 'bulk update', 'hand-over': 'hand over', order: 'reorder' }
const plainActs =
  'answer apply check disable disconnect duplicate erase find import join pause preview reorder repeat replace restore resume retry rotate send test undo'
for (const act of plainActs.split(' ')) acts[act] = act

/** Words that only group addresses. */
const groups = ['identity', 'newsletter']

/** Calls whose address says too little. Their names are as stable as those that follow from an address. */
export const ownNames: Record<string, string> = {
  'POST /reports': 'reportViolations',
  'POST /seen': 'countVisit',
  'POST /mcp': 'sendMcpMessage',
  'GET /mcp': 'openMcpStream',
  'DELETE /mcp': 'endMcpSession',
  'POST /oauth/register': 'registerAssistant',
  'POST /oauth/token': 'createAccessToken',
  'POST /oauth/revoke': 'revokeAccessToken',
  'GET /oauth/request': 'getConsentRequest',
  'POST /oauth/approve': 'approveAssistant',
  'DELETE /assistants/:id': 'disconnectAssistant',
  'GET /analytics': 'getAnalytics',
  'GET /analytics/page': 'getPageAnalytics',
  'GET /activity': 'listActivity',
  'GET /blogs/adminblogs': 'listAllPosts',
  'GET /blog-highlights': 'listHighlightedPosts',
  'GET /cohorts': 'listAllCourseDates',
  'GET /cohorts/occupied': 'countPeopleByCourseDate',
  'POST /cohorts/:id/booked': 'addBookedSeats',
  'POST /cohorts/:id/certificates': 'issueCertificates',
  'PUT /cohorts/:id/attendance': 'recordAttendance',
  'PUT /cohorts/:id/joining': 'updateJoiningDetails',
  'DELETE /certificates/:number': 'withdrawCertificate',
  'POST /contact': 'sendContactRequest',
  'PATCH /contact/:id/desk': 'assignContactRequest',
  'PUT /contact/:id/answer-to': 'setReplyRecipient',
  'PUT /contact/:id/typing': 'showTyping',
  'POST /contact/:id/received': 'logReceivedReply',
  'POST /contact/:id/join/undo': 'separateContactRequest',
  'POST /content/card': 'drawLinkCard',
  'POST /content/links': 'findBrokenLinks',
  'GET /courses/:slug/dates/:id.ics': 'getCourseDateCalendar',
  'GET /pages/:page/dates/:id.ics': 'getEventCalendar',
  'GET /courses/adminCourses': 'listAllCourses',
  'POST /course-requests': 'requestSeat',
  'POST /course-requests/entered': 'enterRegistration',
  'GET /course-requests/demand': 'countDemand',
  'GET /course-requests/link': 'getRegistrationByLink',
  'POST /course-requests/link': 'answerRegistrationLink',
  'POST /course-requests/link/details': 'updateRegistrationByLink',
  'POST /course-requests/:id/offer': 'offerSeat',
  'GET /finder': 'findRecords',
  'POST /hooks/:id/deliveries/:delivery/send': 'resendWebhookDelivery',
  'POST /hooks/:id/secret': 'rotateWebhookSecret',
  'GET /identity': 'getSignInMethods',
  'POST /identity/sign-in': 'signIn',
  'POST /identity/sign-in/confirm': 'signInWithEmailedLink',
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
  'POST /identity/second-factor': 'beginAuthenticatorSetup',
  'POST /identity/second-factor/confirm': 'confirmAuthenticatorSetup',
  'POST /identity/passkeys': 'addPasskey',
  'POST /identity/passkeys/options': 'beginPasskeySetup',
  'GET /legal/:name': 'getLegalDocument',
  'GET /links': 'findLinkTargets',
  'GET /links/:entity': 'findLinkTargetsByKind',
  'POST /images': 'uploadImage',
  'POST /images/fetch': 'copyImage',
  'POST /media': 'uploadMedia',
  'POST /mail/bounces': 'reportBounces',
  'POST /mail/inbound': 'receiveMail',
  'GET /newsletters/by-code/:code': 'getSentNewsletter',
  'GET /newsletters/moment': 'checkSendTime',
  'POST /newsletters/preview/post': 'previewMessageAboutPost',
  'GET /newsletter/imports/:id/left-out.csv': 'exportSkippedLines',
  'POST /newsletter/subscribe': 'subscribe',
  'POST /newsletter/subscribers': 'addSubscriber',
  'POST /newsletter/subscription': 'changeSubscription',
  'GET /newsletter/preferences': 'getPreferences',
  'POST /newsletter/preferences': 'changePreferences',
  'GET /pages/by-path/:path': 'getPublicPage',
  'GET /pages/:id/files/:at/:file': 'downloadSectionFile',
  'GET /persons/:key/export': 'exportPerson',
  'POST /previews/answer': 'answerReviewAsGuest',
  'GET /redirects/by-path': 'findRedirect',
  'GET /redirects/export.csv': 'exportRedirects',
  'GET /redirects/not-found': 'listMissingAddresses',
  'POST /redirects/not-found/dismiss': 'dismissMissingAddresses',
  'GET /schedule': 'listSchedule',
  'POST /as-of': 'showSiteAsOf',
  'GET /system': 'getSystemState',
  'POST /system/mail-test': 'sendTestMail',
  'POST /system/checks': 'checkSystem',
  'POST /system/backups': 'makeBackup',
  'GET /system/backups/newest': 'downloadBackup',
  'GET /system/export': 'exportContent',
  'GET /trash': 'listTrash',
  'DELETE /trash': 'emptyTrash',
  'DELETE /trash/:entity/:id': 'deleteRecordForGood',
  'POST /trash/:entity/:id/restore': 'restoreRecord',
  'POST /trash/:entity/:id/free-slug': 'freeSlug',
  'GET /users/me': 'getMyProfile',
  'PUT /users/me': 'updateMyProfile',
  'PUT /users/me/avatar': 'replaceMyPhoto',
  'GET /users/me/first-steps': 'getFirstSteps',
  'DELETE /users/me/first-steps': 'dismissFirstSteps',
  'POST /users/invitations': 'inviteUser',
  'POST /users/:id/invitation': 'resendInvitation',
  'DELETE /users/:id/second-factor': 'removeUserSecondFactor',
  'POST /videos': 'lookUpVideo',
}

const verbs: Record<string, string> = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' }
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

/** `list post preview links` as a name: `listPostPreviewLinks`. */
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
 * The name of a call in words, for clients that are generated from the description: `GET /blogs/:id/preview-links` is `listPostPreviewLinks`.
 * @param path below `/api`
 */
export const callName = (method: string, path: string): string =>
  ownNames[`${method} ${path}`] ?? nameByRule(method, path)

/** The name that follows from the method and the path alone. */
export function nameByRule(method: string, path: string): string {
  const previewed = path.startsWith('/previews/')
  const edited = path.endsWith('/id/:id')
  const parts = partsOf(edited ? path.replace('/id/', '/') : previewed ? path.slice('/previews'.length) : path)
  const before = parts.slice(0, -1)
  const last = parts.at(-1) ?? { word: '', named: false, file: false }
  const owned = (rest: Part[], noun: string) =>
    rest.reduceRight((name, part) => {
      const owner = nounOf(part, true)
      return name.startsWith(`${owner} `) ? name : `${owner} ${name}`
    }, noun)
  const object = before.at(-1)
  const act = last.named || method === 'GET' ? undefined : acts[last.word]
  if (act && object) {
    const one = !/^(bulk update|reorder|import|hand over)$/.test(act)
    return joined(`${act} ${owned(before.slice(0, -1), nounOf(object, one))}`)
  }
  const one = last.named || method === 'POST'
  const isList = !one && nounOf(last, false) !== nounOf(last, true)
  const reading = last.file ? 'export' : isList ? 'list' : 'get'
  const kept = last.word === 'working-copy' ? workingCopyVerbs[method] : undefined
  const how = edited ? ' for editing' : previewed ? ' by preview link' : ''
  return joined(`${kept ?? verbs[method] ?? reading} ${owned(before, nounOf(last, one))}${how}`)
}
