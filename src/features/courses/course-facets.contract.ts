/** Apart from the schemas, so that pages can list them without loading a validator. */
export const courseCategories = [
  'Web Development',
  'Mobile Development',
  'Cloud Computing',
  'AI & ML',
  'DevOps',
] as const
export const courseLevels = ['Beginner', 'Intermediate', 'Advanced'] as const
