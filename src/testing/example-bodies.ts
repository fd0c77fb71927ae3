import type { Operation, Schema } from './api-operations.ts'

type Values = Record<string, unknown>

/** Bodies that do not follow from a record of the sample content. A function makes it from what was answered before. */
export const bodies: Record<string, Values | ((answered: (id: string) => Values) => Values)> = {
  sendContactRequest: {
    name: 'Meera Iyer',
    email: 'meera@example.com',
    subject: 'Moving our order system',
    message: 'We run it on two servers in our office. Can you look at it in March?',
    phone: '+91 98765 43210',
    company: 'Iyer Textiles',
  },
  patchContactRequest: { status: 'resolved' },
  createContactRequestNote: { body: 'Called her: March is fine.' },
  createContactRequestReply: { body: 'Thank you. Would the first week of March suit you?', sentElsewhere: true },
  previewContactRequestReply: { body: 'Thank you. Would the first week of March suit you?' },
  logReceivedReply: { body: 'Yes, the second of March.' },
  assignContactRequest: { followUpOn: '2999-03-02' },
  showTyping: {},
  subscribe: { email: 'arjun@example.com' },
  addSubscriber: { email: 'kavya@example.com', agreed: 'At the fair in Pune', agreedOn: '2026-01-10' },
  createSubscriberImport: { csv: 'email,name\nrohan@example.com,Rohan Das', fileName: 'fair.csv' },
  updateSubscriberImport: { agreed: 'At the fair in Pune', agreedOn: '2026-01-10' },
  createNewsletter: { title: 'News in March', subject: 'Three posts about costs', body: '## In short\n\nThree posts.' },
  previewMessageAboutPost: (answered) => pick(answered('getPostForEditing'), 'title', 'excerpt', 'category', 'slug'),
  erasePerson: { word: 'ERASE' },
  answerReview: { state: 'approved' },
  previewNewsletter: { title: 'News in March', subject: 'Three posts about costs', body: 'Three posts.' },
  checkNewsletter: { title: 'News in March', subject: 'Three posts about costs', body: 'Three posts.' },
  testNewsletter: {},
  findPerson: { email: 'meera@example.com' },
  createPersonLink: { notes: false },
  previewContent: { source: '## Costs\n\nA list of **three**.' },
  drawLinkCard: { path: '/blog', title: 'Three ways to lower cloud costs' },
  findBrokenLinks: { urls: [] },
  createRedirect: { from: '/old-prices', to: '/courses' },
  importRedirects: { csv: 'from,to\n/old-team,/about' },
  dismissMissingAddresses: { paths: ['/wp-login.php'] },
  createInstructor: { name: 'Kavya Menon', bio: 'Has run clusters for ten years.' },
  createProduct: {
    name: 'Ledger',
    category: 'Startup Acceleration Tools',
    description: 'Books that balance.',
    features: ['Audit trail'],
  },
  createService: {
    title: 'Moves to the cloud',
    category: 'Cloud',
    icon: 'Globe',
    description: 'One system after the other, each with a way back.',
    features: ['A plan for each system'],
  },
  createCaseStudy: {
    title: 'A ledger that closes in a day',
    slug: 'a-ledger-that-closes-in-a-day',
    client: 'Iyer Textiles',
    industry: 'Textiles',
    summary: 'Month ends took nine days. They take one.',
    problem: 'Three systems, none of which agreed.',
    solution: 'One ledger, moved in four steps.',
  },
  createTestimonial: {
    quote: 'They said what it would cost, and it did.',
    name: 'Meera Iyer',
    role: 'Managing director',
    company: 'Iyer Textiles',
    agreedOn: '2026-03-02',
  },
  createFAQ: { question: 'Do you work at weekends?', answer: 'For a move, yes.', places: ['home'] },
  createOpening: {
    title: 'Cloud engineer',
    place: 'Pune',
    kind: 'Full-time',
    description: 'You move systems, and write down how.',
    closesOn: '2999-03-02',
  },
  createRemark: (answered) => ({
    entity: 'blogs',
    id: answered('listAllPosts')['_id'],
    text: 'Is this figure of 2026?',
  }),
  createReview: (answered) => ({
    entity: 'blogs',
    id: answered('listAllPosts')['_id'],
    of: { name: 'Meera Iyer', email: 'meera@example.com' },
  }),
  updateRemark: { done: true },
  createSavedReply: { name: 'Thanks', body: 'Thank you for your message.' },
  createPage: { title: 'Partners', path: 'partners', sections: [{ kind: 'text', content: 'Who we work with.' }] },
  previewPage: { title: 'Partners', path: 'partners', sections: [{ kind: 'text', content: 'Who we work with.' }] },
  checkPage: { sections: [{ kind: 'text', content: 'Who we work with.' }] },
  createCourseDate: { startsOn: '2999-03-02', seats: 12 },
  updateJoiningDetails: { joinUrl: 'https://meet.example.com/course', joinText: 'Doors open at nine.' },
  addBookedSeats: { people: 2 },
  repeatCourseDate: { weeks: 4 },
  enterRegistration: { name: 'Dev Shah', email: 'dev@example.com', people: 2, tell: false },
  requestSeat: (answered) => ({
    courseId: answered('createCourseDate')['courseId'] ?? answered('listCourses')['_id'],
    kind: 'question',
    name: 'Nila Bose',
    email: 'nila@example.com',
    message: 'Is there a date in April?',
  }),
  showSiteAsOf: { at: '2999-01-01T00:00:00Z' },
  inviteUser: { name: 'Farah Khan', email: 'farah@example.com', role: 'writer' },
  updateMyProfile: { name: 'Asha Rao', bio: 'Writes about costs.' },
  signIn: { email: 'asha@example.com', password: 'four rivers meet at dawn' },
  confirmIdentity: { password: 'four rivers meet at dawn' },
  requestPasswordLink: { email: 'asha@example.com' },
  changePassword: { currentPassword: 'four rivers meet at dawn', newPassword: 'five hills rise above the mist' },
  createAccount: { name: 'Farah Khan', email: 'farah.khan@example.com', password: 'five hills rise above the mist' },
  reportBounces: { events: [{ type: 'bounce', email: 'gone@example.com' }] },
}

/** Queries of calls that need one. */
export const queries: Record<string, (answered: (id: string) => Values) => Values> = {
  getPageAnalytics: () => ({ path: '/blog' }),
  countPeopleByCourseDate: (answered) => ({ course: answered('listAllCourses')['_id'] }),
  countDemand: (answered) => ({ course: answered('listAllCourses')['_id'] }),
  findRecords: () => ({ search: 'cloud' }),
  findLinkTargets: () => ({ search: 'cloud' }),
  findRedirect: () => ({ path: '/old-prices' }),
  listRemarks: (answered) => ({ entity: 'blogs', id: answered('listAllPosts')['_id'] }),
  listReviews: (answered) => ({ entity: 'blogs', id: answered('listAllPosts')['_id'] }),
}

/** Parameters of a path that no list has. */
export const fixed: Record<string, Record<string, string>> = {
  getLegalDocument: { name: 'privacy' },
  findLinkTargetsByKind: { entity: 'blogs' },
  getPublicPage: { path: 'partners' },
}

/** Bodies of calls of which several entities have one, by the last word of their path. */
export const common: [
  method: string,
  path: RegExp,
  body: (record: Values, operation: Operation, list: unknown) => Values,
][] = [
  ['POST', /\/preview-links$/, () => ({ days: 7 })],
  ['PATCH', /\/\{id\}$/, (_, { bodies }) => flagsOf(bodies['application/json'])],
  [
    'POST',
    /\/bulk$/,
    (record, { bodies }) => ({ action: firstAct(bodies), records: [pick(record, '_id', 'version')] }),
  ],
  [
    'PUT',
    /\/reorder$/,
    (_, { bodies }, list) => ({
      [firstField(bodies)]: (Array.isArray(list) ? list : []).map((one, order) => ({ ...pick(one, '_id'), order })),
    }),
  ],
  [
    'POST',
    /^\/api\/settings\/.*\/preview$/,
    (record, { bodies }) => ({
      path: '/',
      fields: pick(record, ...Object.keys(bodies['application/json']?.properties?.['fields']?.properties ?? {})),
    }),
  ],
]

const flagsOf = ({ properties = {} }: Schema = {}) =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { type }]) => (type === 'boolean' ? [[name, true]] : [])),
  )

const pick = (record: Values, ...names: string[]) =>
  Object.fromEntries(names.flatMap((name) => (name in record ? [[name, record[name]]] : [])))
const firstField = (bodies: Operation['bodies']) => Object.keys(bodies['application/json']?.properties ?? {})[0] ?? ''
const firstAct = (bodies: Operation['bodies']) => bodies['application/json']?.properties?.['action']?.enum?.[0]
