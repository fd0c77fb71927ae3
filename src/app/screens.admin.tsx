import { type AdminScreen, content, resourceScreens } from '#admin/shell/screen.ts'

const blogForm = () => import('#features/blog/blog-form.admin.tsx')
const users = () => import('#features/users/user-list.admin.tsx')

const owners = { read: 'manage', write: 'manage' } as const
/** Each group of settings has a more specific permission. */
const settings = { read: 'writeSite', write: 'writeSite' } as const
const contacts = { read: 'readContacts', write: 'writeContacts' } as const

const within = '/admin/proof'

/** The lists that the References introduce. */
const references = [
  resourceScreens({
    one: 'case',
    within,
    summary: {
      title: 'Case studies',
      text: 'Projects and their results. Each has its own page under /work, with links from the services used.',
    },
    load: () => import('#features/cases/cases.admin.tsx'),
  }),
  resourceScreens({
    one: 'testimonial',
    within,
    summary: { title: 'Testimonials', text: 'Quotes from clients who agreed to them. On Home and Services.' },
    load: () => import('#features/testimonials/testimonials.admin.tsx'),
  }),
  resourceScreens({
    one: 'question',
    within,
    summary: {
      title: 'Questions',
      text: 'Frequent questions and your answers. On Home, Services, Courses or the page of a course.',
    },
    load: () => import('#features/questions/questions.admin.tsx'),
  }),
  resourceScreens({
    one: 'opening',
    within,
    summary: { title: 'Openings', text: 'Open positions, under /careers until their closing day.' },
    load: () => import('#features/openings/openings.admin.tsx'),
  }),
].flat()

/** Every screen of the back office. A new feature adds its lines here. */
export const screens: AdminScreen[] = [
  { path: '/admin/login', load: () => import('#features/identity/login.admin.tsx'), title: 'Sign in', open: true },
  {
    path: '/admin/forgot-password',
    load: () => import('#features/identity/forgot-password.admin.tsx'),
    title: 'Forgot password',
    open: true,
  },
  {
    path: '/admin/reset-password',
    load: () => import('#features/identity/reset-password.admin.tsx'),
    title: 'New password',
    open: true,
  },
  {
    path: '/admin/welcome',
    load: () => import('#features/identity/welcome.admin.tsx'),
    title: 'Welcome',
    open: true,
  },
  {
    path: '/admin/confirm-sign-in',
    load: () => import('#features/identity/confirm-sign-in.admin.tsx'),
    title: 'Finish signing in',
    open: true,
  },
  {
    path: '/admin/identity-confirmed',
    load: () => import('#features/identity/provider-sign-in.admin.tsx'),
    title: 'Confirm your identity',
    open: true,
  },
  {
    path: '/admin/second-factor',
    load: () => import('#features/users/second-factor-setup.admin.tsx'),
    title: 'Second factor',
    open: true,
  },
  {
    path: '/admin/dashboard',
    load: () => import('#features/dashboard/dashboard.admin.tsx'),
    title: 'Dashboard',
    nav: 'Dashboard',
    read: 'staff',
    write: 'staff',
  },
  {
    path: '/admin/blogs',
    load: () => import('#features/blog/blog-list.admin.tsx'),
    title: 'Blog posts',
    nav: 'Blogs',
    ...content,
  },
  { path: '/admin/blogs/new', load: blogForm, title: 'New post', ...content, read: 'writeContent' },
  { path: '/admin/blogs/edit/:id', load: blogForm, title: 'Edit post', finds: 'blogs', ...content },
  {
    path: '/admin/blogs/notification/:id',
    load: () => import('#features/blog/notification/notification.admin.tsx'),
    title: 'Notification',
    read: 'staff',
    write: 'sendNewsletters',
  },
  {
    path: '/admin/contacts',
    load: () => import('#features/contact/contact-list.admin.tsx'),
    title: 'Contacts',
    nav: 'Contacts',
    finds: 'contactRequests',
    waiting: '/api/contact?status=pending&limit=1',
    ...contacts,
  },
  ...resourceScreens({
    one: 'product',
    load: async () => (await import('#features/catalog/catalog.admin.tsx')).products,
  }),
  ...resourceScreens({
    one: 'service',
    load: async () => (await import('#features/catalog/catalog.admin.tsx')).services,
  }),
  ...resourceScreens({
    one: 'course',
    list: () => import('#features/courses/course-list.admin.tsx'),
    form: () => import('#features/courses/course-form.admin.tsx'),
  }),
  {
    path: '/admin/proof',
    load: async () => {
      const { References } = await import('#features/proof/proof.admin.tsx')
      return { default: () => <References lists={references} /> }
    },
    title: 'References',
    nav: 'References',
    ...content,
  },
  ...references,
  {
    path: '/admin/media',
    load: () => import('#features/media/media-library.admin.tsx'),
    title: 'Media',
    nav: 'Media',
    ...content,
  },
  { path: '/admin/users', load: users, title: 'Users', nav: 'Users', finds: 'users', read: 'staff', write: 'manage' },
  {
    path: '/admin/settings',
    load: () => import('#features/settings/settings-index.admin.tsx'),
    title: 'Settings',
    nav: 'Settings',
    ...settings,
  },
  {
    path: '/admin/settings/:id',
    load: () => import('#features/settings/settings.admin.tsx'),
    title: 'Settings',
    places: async (role) => (await import('#features/settings/described-groups.admin.ts')).settingsPlaces(role),
    ...settings,
  },
  {
    path: '/admin/system',
    load: () => import('#features/system/system.admin.tsx'),
    title: 'System',
    ...owners,
  },
  {
    path: '/admin/trash',
    load: () => import('#features/trash/trash-list.admin.tsx'),
    title: 'Trash',
    read: 'staff',
    write: 'writeRecords',
  },
  {
    path: '/admin/profile',
    load: () => import('#features/users/profile.admin.tsx'),
    title: 'My profile',
    read: 'staff',
    write: 'staff',
  },
  {
    path: '/admin/activity',
    load: () => import('#features/activity/activity.admin.tsx'),
    title: 'Activity',
    ...owners,
  },
  {
    path: '/admin/subscribers',
    load: () => import('#features/newsletter/subscriber-list.admin.tsx'),
    title: 'Subscribers',
    nav: 'Subscribers',
    finds: 'subscribers',
    ...contacts,
  },
]
