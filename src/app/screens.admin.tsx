import {
  BookUser,
  BriefcaseBusiness,
  ChartLine,
  ChartNoAxesColumn,
  CircleQuestionMark,
  GraduationCap,
  History,
  Images,
  Layers,
  LayoutDashboard,
  type LucideIcon,
  Mails,
  MessageSquare,
  Newspaper,
  Package,
  Quote,
  Server,
  Settings2,
  Trash2,
  Users,
} from 'lucide-react'
import { type AdminScreen, content, resourceScreens } from '#admin/shell/screen.tsx'

const blogForm = () => import('#features/blog/blog-form.admin.tsx')
const openings = {
  list: () => import('#features/openings/opening-list.admin.tsx'),
  form: () => import('#features/openings/opening-form.admin.tsx'),
}

const savedReplies = (name: 'List' | 'Form') => async () => ({
  default: (await import('#features/contact/desk/saved-replies.admin.tsx'))[name],
})

const notification = (name: 'PostNotification' | 'LetterNotification') => async () => ({
  default: (await import('#features/letters/sending/notification-screen.admin.tsx'))[name],
})

const letterForm = () => import('#features/letters/letter/letter-form.admin.tsx')
const letters = { read: 'staff', write: 'sendNewsletters' } as const

const coursePeople = () => import('#features/courses/requests/course-people.admin.tsx')

const staff = { read: 'staff', write: 'staff' } as const
const owners = { read: 'manage', write: 'manage' } as const
/** Each group of settings has a more specific permission. */
const settings = { read: 'writeSite', write: 'writeSite' } as const
const contacts = { read: 'readContacts', write: 'writeContacts' } as const

/** The title of a screen, which is also its entry in the navigation. */
const listed = (title: string, icon: LucideIcon, group?: 'Site' | 'System') => ({
  title,
  nav: { label: title, icon, ...(group && { group }) },
})

/** A screen without a sign-in. */
const open = (name: string, title: string, load: AdminScreen['load']): AdminScreen => ({
  path: `/admin/${name}`,
  load,
  title,
  open: true,
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
    'Second factor',
    () => import('#features/identity/second-factor/second-factor-setup.admin.tsx'),
  ),
  {
    path: '/admin/dashboard',
    load: () => import('#features/dashboard/dashboard.admin.tsx'),
    ...listed('Dashboard', LayoutDashboard),
    ...staff,
  },
  {
    path: '/admin/blogs',
    load: () => import('#features/blog/blog-list.admin.tsx'),
    title: 'Blog posts',
    nav: { label: 'Blogs', icon: Newspaper },
    ...content,
  },
  { path: '/admin/blogs/new', load: blogForm, title: 'New post', ...content, read: 'writeContent' },
  { path: '/admin/blogs/edit/:id', load: blogForm, title: 'Edit post', finds: 'blogs', ...content },
  {
    path: '/admin/blogs/notification/:id',
    load: notification('PostNotification'),
    title: 'Newsletter',
    ...letters,
  },
  {
    path: '/admin/contacts',
    load: () => import('#features/contact/inbox/contact-list.admin.tsx'),
    ...listed('Contacts', MessageSquare),
    waiting: '/api/contact?status=pending&limit=1',
    ...contacts,
  },
  {
    path: '/admin/contacts/:id',
    load: () => import('#features/contact/desk/request.admin.tsx'),
    title: 'Contact request',
    finds: 'contactRequests',
    findsTab: 'answer',
    ...contacts,
  },
  { path: '/admin/savedReplies', load: savedReplies('List'), title: 'Saved replies', ...contacts },
  {
    path: '/admin/savedReplies/new',
    load: savedReplies('Form'),
    title: 'New saved reply',
    read: 'writeContacts',
    write: 'writeContacts',
  },
  {
    path: '/admin/savedReplies/edit/:id',
    load: savedReplies('Form'),
    title: 'Edit saved reply',
    finds: 'savedReplies',
    ...contacts,
  },
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
    one: 'course',
    icon: GraduationCap,
    list: () => import('#features/courses/course/course-list.admin.tsx'),
    form: () => import('#features/courses/course/course-form.admin.tsx'),
  }),
  {
    path: '/admin/instructors',
    load: () => import('#features/courses/instructors/instructor-list.admin.tsx'),
    title: 'Instructors',
    ...content,
  },
  {
    path: '/admin/courses/dates/:id',
    load: () => import('#features/courses/cohorts/cohort-people.admin.tsx'),
    title: 'Who comes',
    ...staff,
  },
  { path: '/admin/courses/:id/people', load: coursePeople, title: 'People of a course', ...contacts },
  {
    path: '/admin/course-requests',
    load: coursePeople,
    title: 'People of courses',
    places: async () => (await import('#features/courses/requests/request-words.admin.ts')).groupPlaces,
    ...contacts,
  },
  {
    path: '/admin/users',
    load: () => import('#features/users/user-list.admin.tsx'),
    ...listed('Users', Users),
    finds: 'users',
    read: 'staff',
    write: 'manage',
  },
  {
    path: '/admin/subscribers',
    load: () => import('#features/newsletter/subscribers/subscriber-list.admin.tsx'),
    ...listed('Subscribers', BookUser),
    finds: 'subscribers',
    ...contacts,
  },
  {
    path: '/admin/subscribers/import',
    load: () => import('#features/newsletter/imports/import-start.admin.tsx'),
    title: 'Import subscribers',
    ...contacts,
  },
  {
    path: '/admin/subscribers/imports/:id',
    load: () => import('#features/newsletter/imports/import.admin.tsx'),
    title: 'Import of subscribers',
    ...contacts,
  },
  {
    path: '/admin/persons/:id',
    load: () => import('#features/persons/person.admin.tsx'),
    title: 'Person',
    ...contacts,
  },
  {
    path: '/admin/figures',
    load: () => import('#features/figures/figures.admin.tsx'),
    ...listed('Figures', ChartLine, 'Site'),
    ...staff,
  },
  {
    path: '/admin/letters',
    load: () => import('#features/letters/letter/letter-list.admin.tsx'),
    ...listed('Letters', Mails, 'Site'),
    ...letters,
  },
  { path: '/admin/letters/new', load: letterForm, title: 'New letter', ...letters, read: 'sendNewsletters' },
  { path: '/admin/letters/edit/:id', load: letterForm, title: 'Edit letter', finds: 'letters', ...letters },
  {
    path: '/admin/letters/:id/results',
    load: notification('LetterNotification'),
    title: 'Results of a letter',
    ...letters,
  },
  {
    path: '/admin/letters/:id/page',
    load: () => import('#features/letters/letter/letter-page-form.admin.tsx'),
    title: 'Page of a letter',
    ...letters,
    read: 'sendNewsletters',
  },
  ...resourceScreens({
    one: 'case',
    names: { one: 'case study', many: 'case studies' },
    icon: ChartNoAxesColumn,
    group: 'Site',
    list: () => import('#features/cases/case-list.admin.tsx'),
    form: () => import('#features/cases/case-form.admin.tsx'),
  }),
  ...resourceScreens({
    one: 'testimonial',
    icon: Quote,
    group: 'Site',
    load: () => import('#features/testimonials/testimonials.admin.tsx'),
  }),
  ...resourceScreens({
    one: 'question',
    icon: CircleQuestionMark,
    group: 'Site',
    load: () => import('#features/questions/questions.admin.tsx'),
  }),
  ...resourceScreens({ one: 'opening', icon: BriefcaseBusiness, group: 'Site', ...openings }),
  {
    path: '/admin/media',
    load: () => import('#features/media/media-library.admin.tsx'),
    ...listed('Media', Images, 'Site'),
    ...content,
  },
  {
    path: '/admin/settings',
    load: () => import('#features/settings/settings-index.admin.tsx'),
    ...listed('Settings', Settings2, 'Site'),
    ...settings,
  },
  {
    path: '/admin/settings/:id',
    load: () => import('#features/settings/settings.admin.tsx'),
    title: 'Settings',
    places: async (role) => (await import('#features/settings/settings-places.admin.ts')).settingsPlaces(role),
    ...settings,
  },
  {
    path: '/admin/activity',
    load: () => import('#features/activity/activity.admin.tsx'),
    ...listed('Activity', History, 'System'),
    ...owners,
  },
  {
    path: '/admin/system',
    load: () => import('#features/system/system.admin.tsx'),
    ...listed('System', Server, 'System'),
    warnings: '/api/system',
    ...owners,
  },
  {
    path: '/admin/trash',
    load: () => import('#features/trash/trash-list.admin.tsx'),
    ...listed('Trash', Trash2, 'System'),
    read: 'staff',
    write: 'writeRecords',
  },
  {
    path: '/admin/as-of',
    load: () => import('#features/preview/as-of.admin.tsx'),
    title: 'See the site as of a time',
    ...staff,
  },
  {
    path: '/admin/profile',
    load: () => import('#features/users/profile.admin.tsx'),
    title: 'My profile',
    ...staff,
  },
]
