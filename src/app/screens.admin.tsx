import {
  BookUser,
  BriefcaseBusiness,
  CalendarDays,
  ChartLine,
  ChartNoAxesColumn,
  CircleQuestionMark,
  GraduationCap,
  History,
  Images,
  Layers,
  LayoutDashboard,
  Mails,
  MessageSquare,
  Newspaper,
  Package,
  PanelsTopLeft,
  Plug,
  Quote,
  Server,
  Settings2,
  Signpost,
  Trash2,
  Users,
} from 'lucide-react'
import {
  type AdminScreen,
  content,
  inMarketing,
  inSystem,
  listed,
  open,
  resourceScreens,
  screen,
} from '#admin/shell/screen.tsx'
import { may } from '#contract/roles.ts'

const account = { read: 'account', write: 'account' } as const
const teachers = { read: 'teach', write: 'teach' } as const
const staff = { read: 'staff', write: 'staff' } as const
const owners = { read: 'manage', write: 'manage' } as const
/** Each group of settings has a more specific permission. */
const settings = { read: 'writeSite', write: 'writeSite' } as const
const contacts = { read: 'readContacts', write: 'writeContacts' } as const
const newsletters = { read: 'staff', write: 'writeNewsletters' } as const
const sending = { read: 'staff', write: 'sendNewsletters' } as const

const inConnections = { partOf: '/admin/connections' }
const inContacts = { partOf: '/admin/contacts' }
const inDates = { partOf: '/admin/dates' }
const ofDate = {
  page: () => import('#features/courses/participants/date-screen.admin.tsx'),
  list: () => import('#features/courses/participants/participant-list.admin.tsx'),
  certificates: () => import('#features/courses/participants/certificates.admin.tsx'),
}

const hookForm = () => import('#features/connections/hooks/hook-form.admin.tsx')
const blogForm = () => import('#features/blog/blog-form.admin.tsx')
const registrations = () => import('#features/courses/registrations/registration-list.admin.tsx')
const newsletterForm = () => import('#features/newsletters/newsletter/newsletter-form.admin.tsx')
const newsletterPageForm = () => import('#features/newsletters/newsletter/newsletter-page-form.admin.tsx')

const savedReplies = (name: 'List' | 'Form') => async () => ({
  default: (await import('#features/contact/desk/saved-replies.admin.tsx'))[name],
})

const notification = (name: 'PostNotification' | 'NewsletterNotification') => async () => ({
  default: (await import('#features/newsletters/sending/notification-screen.admin.tsx'))[name],
})

/** Every screen of the back office. A new feature adds its lines here. */
export const screens: AdminScreen[] = [
  open('login', 'Sign in', () => import('#features/identity/sign-in/login.admin.tsx')),
  open('forgot-password', 'Forgot password', () => import('#features/identity/passwords/forgot-password.admin.tsx')),
  open('reset-password', 'New password', () => import('#features/identity/passwords/reset-password.admin.tsx')),
  open('welcome', 'Welcome', () => import('#features/identity/passwords/welcome.admin.tsx')),
  open('confirm-sign-in', 'Finish signing in', () => import('#features/identity/sign-in/confirm-sign-in.admin.tsx')),
  open(
    'identity-confirmed',
    'Confirm your identity',
    () => import('#features/identity/providers/provider-sign-in.admin.tsx'),
  ),
  open(
    'second-factor',
    'Two-factor authentication',
    () => import('#features/identity/second-factor/second-factor-setup.admin.tsx'),
  ),
  screen(
    'dashboard',
    account,
    listed('Dashboard', LayoutDashboard),
    () => import('#features/dashboard/dashboard.admin.tsx'),
  ),
  screen(
    'blogs',
    content,
    { title: 'Blog posts', nav: { label: 'Blogs', icon: Newspaper } },
    () => import('#features/blog/blog-list.admin.tsx'),
  ),
  screen('blogs/new', { ...content, read: 'writeContent' }, 'New post', blogForm),
  screen('blogs/edit/:id', content, 'Edit post', blogForm, { finds: 'blogs' }),
  screen('blogs/notification/:id', sending, 'Newsletter', notification('PostNotification')),
  screen(
    'contacts',
    contacts,
    listed('Contacts', MessageSquare),
    () => import('#features/contact/inbox/contact-list.admin.tsx'),
    { waiting: '/api/contact?turn=us&limit=1' },
  ),
  screen('contacts/:id', contacts, 'Contact request', () => import('#features/contact/desk/request.admin.tsx'), {
    finds: 'contactRequests',
    findsTab: 'answer',
  }),
  screen('savedReplies', contacts, 'Saved replies', savedReplies('List'), inContacts),
  screen(
    'savedReplies/new',
    { ...contacts, read: 'writeContacts' },
    'New saved reply',
    savedReplies('Form'),
    inContacts,
  ),
  screen('savedReplies/edit/:id', contacts, 'Edit saved reply', savedReplies('Form'), {
    finds: 'savedReplies',
    ...inContacts,
  }),
  ...resourceScreens({
    one: 'product',
    icon: Package,
    load: async () => (await import('#features/catalog/catalog.admin.tsx')).products,
  }),
  ...resourceScreens({
    one: 'service',
    icon: Layers,
    load: async () => (await import('#features/catalog/catalog.admin.tsx')).services,
  }),
  ...resourceScreens({
    one: 'page',
    icon: PanelsTopLeft,
    list: () => import('#features/pages/page-list.admin.tsx'),
    form: () => import('#features/pages/page-form.admin.tsx'),
    create: () => import('#features/pages/new-page.admin.tsx'),
  }),
  ...resourceScreens({
    one: 'course',
    icon: GraduationCap,
    list: () => import('#features/courses/course/course-list.admin.tsx'),
    form: () => import('#features/courses/course/course-form.admin.tsx'),
  }),
  screen(
    'instructors',
    { ...content, write: 'publish' },
    'Instructors',
    () => import('#features/courses/instructors/instructor-list.admin.tsx'),
    { partOf: '/admin/courses' },
  ),
  screen(
    'dates',
    teachers,
    { title: 'Dates', nav: { label: 'My dates', icon: CalendarDays, unless: 'staff' } },
    () => import('#features/courses/participants/date-list.admin.tsx'),
    {
      partOf: '/admin/courses',
      places: async (role) =>
        may(role, 'staff')
          ? []
          : (await import('#features/courses/participants/date-list.shared.admin.tsx')).datePlaces(),
    },
  ),
  screen('courses/dates/:id', teachers, 'Participants', ofDate.page, inDates),
  screen('courses/dates/:id/list', teachers, 'List of participants', ofDate.list, inDates),
  screen('courses/dates/:id/certificates', contacts, 'Certificates', ofDate.certificates, inDates),
  screen('courses/:id/registrations', contacts, 'Registrations', registrations),
  screen('pages/:id/registrations', contacts, 'Registrations', registrations),
  screen('registrations', contacts, 'Registrations', registrations, {
    partOf: '/admin/courses',
    places: async () => (await import('#features/courses/registrations/registration-words.admin.ts')).groupPlaces,
  }),
  screen(
    'users',
    { read: 'staff', write: 'manage' },
    listed('Users', Users),
    () => import('#features/users/user-list.admin.tsx'),
    { finds: 'users' },
  ),
  screen(
    'subscribers',
    contacts,
    listed('Subscribers', BookUser),
    () => import('#features/subscribers/list/subscriber-list.admin.tsx'),
    { finds: 'subscribers' },
  ),
  screen(
    'subscribers/import',
    contacts,
    'Import subscribers',
    () => import('#features/subscribers/imports/import-start.admin.tsx'),
  ),
  screen(
    'subscribers/imports/:id',
    contacts,
    'Import of subscribers',
    () => import('#features/subscribers/imports/import.admin.tsx'),
  ),
  screen('persons/:id', contacts, 'Contact profile', () => import('#features/persons/person.admin.tsx'), inContacts),
  screen(
    'analytics',
    staff,
    inMarketing('Analytics', ChartLine),
    () => import('#features/analytics/analytics.admin.tsx'),
  ),
  screen(
    'newsletters',
    newsletters,
    inMarketing('Newsletters', Mails),
    () => import('#features/newsletters/newsletter/newsletter-list.admin.tsx'),
  ),
  screen('newsletters/new', { ...newsletters, read: 'writeNewsletters' }, 'New newsletter', newsletterForm),
  screen('newsletters/edit/:id', newsletters, 'Edit newsletter', newsletterForm, { finds: 'newsletters' }),
  screen('newsletters/:id/results', sending, 'Newsletter results', notification('NewsletterNotification')),
  screen('newsletters/:id/page', { ...sending, read: 'sendNewsletters' }, 'Web version', newsletterPageForm),
  ...resourceScreens({
    one: 'case',
    names: { one: 'case study', many: 'case studies' },
    icon: ChartNoAxesColumn,
    group: 'Marketing',
    list: () => import('#features/cases/case-list.admin.tsx'),
    form: () => import('#features/cases/case-form.admin.tsx'),
  }),
  ...resourceScreens({
    one: 'testimonial',
    icon: Quote,
    group: 'Marketing',
    load: () => import('#features/testimonials/testimonials.admin.tsx'),
  }),
  ...resourceScreens({
    one: 'faq',
    names: { one: 'FAQ', many: 'FAQs' },
    icon: CircleQuestionMark,
    group: 'Marketing',
    load: () => import('#features/faqs/faqs.admin.tsx'),
  }),
  ...resourceScreens({
    one: 'opening',
    label: 'Careers',
    icon: BriefcaseBusiness,
    group: 'Marketing',
    list: () => import('#features/careers/opening-list.admin.tsx'),
    form: () => import('#features/careers/opening-form.admin.tsx'),
  }),
  screen('media', content, inMarketing('Media', Images), () => import('#features/media/media-library.admin.tsx')),
  screen(
    'settings',
    settings,
    inSystem('Settings', Settings2),
    () => import('#features/settings/settings-index.admin.tsx'),
  ),
  screen('settings/:id', settings, 'Settings', () => import('#features/settings/settings.admin.tsx'), {
    places: async (role) => (await import('#features/settings/settings-places.admin.ts')).settingsPlaces(role),
  }),
  screen(
    'redirects',
    { read: 'staff', write: 'writeSite' },
    inSystem('Redirects', Signpost),
    () => import('#features/redirects/redirect-list.admin.tsx'),
  ),
  screen(
    'redirects/not-found',
    { read: 'staff', write: 'writeSite' },
    'Addresses not found',
    () => import('#features/redirects/missing-list.admin.tsx'),
  ),
  screen(
    'connections',
    staff,
    inSystem('Connections', Plug),
    () => import('#features/connections/tokens/token-list.admin.tsx'),
  ),
  screen(
    'connections/hooks',
    owners,
    'Webhooks',
    () => import('#features/connections/hooks/hook-list.admin.tsx'),
    inConnections,
  ),
  screen('connections/hooks/new', owners, 'New webhook', hookForm, inConnections),
  screen(
    'connections/hooks/:id',
    owners,
    'Webhook',
    () => import('#features/connections/hooks/hook.admin.tsx'),
    inConnections,
  ),
  screen('connections/hooks/:id/edit', owners, 'Edit webhook', hookForm, inConnections),
  screen('activity', owners, inSystem('Activity log', History), () => import('#features/activity/activity.admin.tsx')),
  screen('system', owners, inSystem('System', Server), () => import('#features/system/system.admin.tsx'), {
    warnings: '/api/system',
  }),
  screen(
    'system/import',
    owners,
    'Import content',
    () => import('#features/transfer/importing/import-start.admin.tsx'),
  ),
  screen(
    'system/imports/:id',
    owners,
    'Import of content',
    () => import('#features/transfer/importing/import.admin.tsx'),
    { partOf: '/admin/system/import' },
  ),
  screen(
    'trash',
    { read: 'staff', write: 'writeRecords' },
    inSystem('Trash', Trash2),
    () => import('#features/trash/trash-list.admin.tsx'),
  ),
  screen('site-preview', staff, 'Preview site on a date', () => import('#features/preview/site-preview.admin.tsx')),
  screen('profile', account, 'My profile', () => import('#features/users/profile.admin.tsx')),
]
