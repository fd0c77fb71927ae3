/** The back office's navigation, in the order of the specification. */
export const adminNavigation = [
  { to: '/admin/dashboard', label: 'Dashboard' },
  { to: '/admin/blogs', label: 'Blogs' },
  { to: '/admin/contacts', label: 'Contacts' },
  { to: '/admin/products', label: 'Products' },
  { to: '/admin/services', label: 'Services' },
  { to: '/admin/courses', label: 'Courses' },
  { to: '/admin/users', label: 'Users' },
  { to: '/admin/subscribers', label: 'Subscribers' },
]
