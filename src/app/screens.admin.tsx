import type { AdminScreen } from '#admin/shell/screen.ts'

const courseForm = () => import('#features/courses/course-form.admin.tsx')
const blogForm = () => import('#features/blog/blog-form.admin.tsx')
const productForm = () => import('#features/catalog/product-form.admin.tsx')
const serviceForm = () => import('#features/catalog/service-form.admin.tsx')

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
    path: '/admin/confirm-sign-in',
    load: () => import('#features/identity/confirm-sign-in.admin.tsx'),
    title: 'Finish signing in',
    open: true,
  },
  { path: '/admin/dashboard', load: () => import('#features/dashboard/dashboard.admin.tsx'), title: 'Dashboard' },
  { path: '/admin/blogs', load: () => import('#features/blog/blog-list.admin.tsx'), title: 'Blog posts' },
  { path: '/admin/blogs/new', load: blogForm, title: 'New post' },
  { path: '/admin/blogs/edit/:id', load: blogForm, title: 'Edit post' },
  {
    path: '/admin/blogs/notification/:id',
    load: () => import('#features/blog/notification/notification.admin.tsx'),
    title: 'Notification',
  },
  { path: '/admin/contacts', load: () => import('#features/contact/contact-list.admin.tsx'), title: 'Contacts' },
  { path: '/admin/products', load: () => import('#features/catalog/product-list.admin.tsx'), title: 'Products' },
  { path: '/admin/products/new', load: productForm, title: 'New product' },
  { path: '/admin/products/edit/:id', load: productForm, title: 'Edit product' },
  { path: '/admin/services', load: () => import('#features/catalog/service-list.admin.tsx'), title: 'Services' },
  { path: '/admin/services/new', load: serviceForm, title: 'New service' },
  { path: '/admin/services/edit/:id', load: serviceForm, title: 'Edit service' },
  { path: '/admin/courses', load: () => import('#features/courses/course-list.admin.tsx'), title: 'Courses' },
  { path: '/admin/courses/new', load: courseForm, title: 'New course' },
  { path: '/admin/courses/edit/:id', load: courseForm, title: 'Edit course' },
  { path: '/admin/users', load: () => import('#features/users/user-list.admin.tsx'), title: 'Users' },
  { path: '/admin/profile', load: () => import('#features/users/profile.admin.tsx'), title: 'My profile' },
  {
    path: '/admin/subscribers',
    load: () => import('#features/newsletter/subscriber-list.admin.tsx'),
    title: 'Subscribers',
  },
]
